import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#contract/identifier.ts';
import type { LimitedQuestion, Mention, Source, Statement } from '#engine/engine.ts';
import { bindNamed } from './bind.ts';
import { meaningOf, shortageOf } from './complaint.ts';
import { pass } from './gate.ts';
import type { Naming } from './names.ts';
import type { Use } from './process.ts';
import { onlyStatement } from './statement.ts';
import type { Setting } from './warm.ts';

/** A question ready to be run on an instance of its setting. */
export type Asked = {
  setting: Setting;
  /** What its columns are called, given what the engine calls them. */
  naming: Naming;
  run: (connection: DuckDBConnection) => Promise<DuckDBResult>;
  /** Rows as they come. The last one is no row of the answer: see `isEnd`. */
  stream: (connection: DuckDBConnection) => Promise<DuckDBResult>;
};

type Ready = { sql: string; before: number; bind: (prepared: DuckDBPreparedStatement) => void; zone: string };

/** Makes a question ready. What a person wrote passes the gate here, whoever may have asked the gate before. */
export async function answerable(question: LimitedQuestion, use: Use): Promise<Asked> {
  const { sources, limit, within } = question;
  const naming = question.by === 'person' ? await admit(question, sources, use) : asFound;
  const ready = question.by === 'person' ? limited(question, limit) : compiled(question);
  const { sql, before, bind, zone } = ready;
  const run = async (connection: DuckDBConnection, text: string, how: 'run' | 'stream') => {
    try {
      return await runPrepared(connection, text, { bind, how });
    } catch (error) {
      const known = shortageOf(error);
      throw question.by === 'person' ? meaningOf(known, question.sql, before + text.indexOf(sql)) : known;
    }
  };
  return {
    setting: { by: question.by, sources, zone, within },
    naming,
    run: (connection) => run(connection, sql, 'run'),
    stream: (connection) => run(connection, `${streamStart}${sql}${streamEnd}`, 'stream'),
  };
}

const asFound: Naming = (found) => found;

async function admit(written: { sql: string }, sources: Source[], use: Use): Promise<Naming> {
  const { gated, naming } = await pass(written, use);
  checkTables(gated.tables, sources);
  return naming;
}

const compiled = ({ sql, params }: Statement & { by: 'compiler' }): Ready => ({
  sql,
  before: 0,
  bind: (prepared) => prepared.bind(params),
  zone: 'UTC',
});

// Around it, so that whatever it is it gives no more than these rows.
const start = 'select * from (\n';
const limited = ({ sql, params, zone }: Statement & { by: 'person' }, limit: number): Ready => ({
  sql: `${start}${onlyStatement(sql)}\n) limit ${limit + 1}`,
  before: start.length,
  bind: (prepared) => bindNamed(prepared, params),
  zone,
});

// A stream that fails, or is interrupted, just ends. So one more row says that all were there.
const streamStart = 'from (\n';
const streamEnd = '\n) union all by name select true as "#end"';

function checkTables(tables: Mention[], sources: Source[]): void {
  for (const { schema, name, at } of tables) {
    if (sources.some((source) => isNamed(source, schema, name))) continue;
    const value = schema === null ? name : `${schema}.${name}`;
    throw new Problem('sql_table_unknown', { value, ...(at !== null && { at }) });
  }
}

const isNamed = (source: Source, schema: string | null, name: string) =>
  foldIdentifier(source.schema ?? '') === foldIdentifier(schema ?? '') &&
  foldIdentifier(source.name) === foldIdentifier(name);

type Running = { bind: Ready['bind']; how: 'run' | 'stream' };

async function runPrepared(connection: DuckDBConnection, sql: string, { bind, how }: Running): Promise<DuckDBResult> {
  const prepared = await connection.prepare(sql);
  try {
    bind(prepared);
    return await prepared[how]();
  } finally {
    prepared.destroySync();
  }
}
