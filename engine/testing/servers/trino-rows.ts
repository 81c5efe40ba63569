import { trino } from '#engine/sql/dialects/trino.ts';
import { randomTable, rowsOfRandomTable } from '#engine/testing/equal-queries.ts';
import { insertRows } from './insert-rows.ts';
import type { TestServer } from './server.ts';

/**
 * Creates the table of random queries. Trino converts no texts when inserting: dates and times are converted from a table of
 * texts.
 */
export async function insertTrinoRows(server: TestServer): Promise<void> {
  const types = { text: 'varchar', integer: 'bigint', number: 'decimal(20, 4)', boolean: 'boolean', json: 'varchar' };
  const texts = { ...randomTable, name: 'order_texts' };
  await insertRows(server, trino, texts, rowsOfRandomTable, { ...types, date: 'varchar', time: 'varchar' });
  const columns = randomTable.columns.map(({ name, type }) => {
    const cell = trino.quote(name);
    if (type === 'date') return `cast(${cell} as date) as ${cell}`;
    return type === 'time' ? `cast(${cell} || ' UTC' as timestamp(6) with time zone) as ${cell}` : cell;
  });
  await server.execute(`create table orders as select ${columns.join(', ')} from order_texts`);
}
