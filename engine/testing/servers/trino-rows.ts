import { trino } from '#engine/sql/dialects/trino.ts';
import { randomTable, rowsOfRandomTable } from '#engine/testing/equal-queries.ts';
import { type FilledTable, tablesToRelate } from '#engine/testing/related-tables.ts';
import { insertRows } from './insert-rows.ts';
import type { TestServer } from './server.ts';

const types = { text: 'varchar', integer: 'bigint', number: 'decimal(20, 4)', boolean: 'boolean', json: 'varchar' };

/** Creates the tables of random queries. */
export async function insertTrinoRows(server: TestServer): Promise<void> {
  await insertTable(server, { table: randomTable, rows: rowsOfRandomTable });
  for (const filled of tablesToRelate) await insertTable(server, filled);
}

// Trino converts no texts when inserting: dates and times are converted from a table of texts.
async function insertTable(server: TestServer, { table, rows }: FilledTable): Promise<void> {
  const texts = { ...table, name: `${table.name}_texts` };
  await insertRows(server, trino, texts, rows, { ...types, date: 'varchar', time: 'varchar' });
  const columns = table.columns.map(({ name, type }) => {
    const cell = trino.quote(name);
    if (type === 'date') return `cast(${cell} as date) as ${cell}`;
    return type === 'time' ? `cast(${cell} || ' UTC' as timestamp(6) with time zone) as ${cell}` : cell;
  });
  await server.execute(`create table ${table.name} as select ${columns.join(', ')} from ${texts.name}`);
}
