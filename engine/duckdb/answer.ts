import type { DuckDBResult } from '@duckdb/node-api';

import type { EngineAnswer, LimitedQuery, EngineQuery, SerializedAnswer } from '#engine/engine.ts';
import { prepareStatement, type PreparedStatement } from './prepare-statement.ts';
import type { QuerySession } from './query-session.ts';
import { createCounter, requireSize, sizeOf } from './size.ts';
import { type ColumnConverter, columnConverterOf, valuesOf } from './values.ts';
import type { QueryConnections } from './connection-pool.ts';

/** Runs a query and returns its values. */
export async function answerQuery(
  { sources, ...statement }: EngineQuery,
  { use, withSession }: QueryConnections,
): Promise<EngineAnswer> {
  const prepared = await prepareStatement({ by: 'compiler', ...statement, sources, limit: Infinity }, use);
  return withSession(prepared.settings, use, async (session) => {
    const { result, columns, converters } = await run(session, prepared);
    const count = createCounter();
    const values: unknown[][] = columns.map(() => []);
    for await (const chunk of result) {
      for (const [index, column] of values.entries()) {
        const part = valuesOf(chunk, index, converters[index]!);
        count(sizeOf(part));
        for (const value of part) column.push(value);
      }
    }
    return { columns, values };
  });
}

/** Runs a query and returns its result serialized, ready to pass on. */
export async function writeAnswer(
  query: LimitedQuery,
  { use, withSession }: QueryConnections,
): Promise<SerializedAnswer> {
  const started = performance.now();
  const prepared = await prepareStatement(query, use);
  return withSession(prepared.settings, use, async (session) => {
    const { result, columns, converters } = await run(session, prepared);
    const written = await writeColumns(result, converters, query.limit);
    return { columns, ...written, milliseconds: performance.now() - started };
  });
}

/** The first rows as JSON, column by column. The size is counted while writing, so that memory stays near the limit. */
async function writeColumns(result: DuckDBResult, converters: ColumnConverter[], limit: number) {
  const count = createCounter();
  const parts: string[][] = converters.map(() => []);
  let [rows, isCutOff] = [0, false];
  for await (const chunk of result) {
    const left = limit - rows;
    isCutOff ||= chunk.rowCount > left;
    const taken = Math.min(chunk.rowCount, left);
    rows += taken;
    if (taken === 0) continue;
    for (const [index, part] of parts.entries()) {
      const values = valuesOf(chunk, index, converters[index]!).slice(0, taken);
      // Checked before serializing: values that are far too large are not even serialized.
      requireSize(values);
      const text = JSON.stringify(values).slice(1, -1);
      count(Buffer.byteLength(text));
      part.push(text);
    }
  }
  return { rows, isCutOff, values: parts.map((part) => `[${part.join(',')}]`) };
}

async function run(session: QuerySession, prepared: PreparedStatement) {
  const result = await prepared.run(session);
  const converters = result.columnTypes().map((type) => columnConverterOf(type, prepared.settings.zone));
  const columns = prepared
    .renameColumns(result.columnNames())
    .map((name, index) => ({ name, type: converters[index]!.type }));
  return { result, converters, columns };
}
