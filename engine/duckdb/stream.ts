import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult, DuckDBType } from '@duckdb/node-api';

import { uniqueNames } from '#contract/unique-names.ts';
import type { Export } from '#engine/engine.ts';
import type { Asked } from './asked.ts';
import type { Tell } from './process.ts';
import { type Shaped, shapedOf } from './values.ts';

/** An answer that comes chunk by chunk, and what its columns are called in a file. */
export type Stream = {
  columns: (Shaped & { name: string; duckType: DuckDBType })[];
  chunks: AsyncIterable<DuckDBDataChunk>;
  /** In which times without a zone are those on the wall. */
  zone: string;
  /** What has come so far. */
  counted: { rows: number; isCutOff: boolean };
};

type Wishes = Pick<Export, 'labels' | 'valueTexts'> & { limit: number; tell: Tell };

export async function openStream(
  connection: DuckDBConnection,
  asked: Asked,
  { labels, valueTexts, limit, tell }: Wishes,
): Promise<Stream> {
  const result = await asked.stream(connection);
  // The last column says which row is the end.
  const found = asked.naming(result.columnNames().slice(0, -1));
  const names = uniqueNames(found.map((name) => labels[name] ?? name));
  const { zone } = asked.setting;
  const columns = names.map((name, index) => {
    const duckType = result.columnType(index);
    const texts = valueTexts[found[index]!];
    return { name, duckType, ...(texts ? shapedBy(texts) : shapedOf(duckType, zone)) };
  });
  const counted = { rows: 0, isCutOff: false };
  // Only running it once more, as a whole, tells what went wrong.
  const findError = async () => {
    await asked.run(connection);
    throw new Error('the rows ended before their end');
  };
  return { columns, zone, counted, chunks: take(result, { limit, counted, tell, findError }) };
}

const shapedBy = (texts: Record<string, string>): Shaped => ({
  type: 'text',
  shape: (value) => texts[String(value)] ?? String(value),
});

const between = 200;

type Taking = { limit: number; counted: Stream['counted']; tell: Tell; findError: () => Promise<never> };

async function* take(result: DuckDBResult, { limit, counted, tell, findError }: Taking) {
  let told = 0;
  for await (const chunk of result) {
    const hasEnded = isEnd(chunk);
    const rows = chunk.rowCount - (hasEnded ? 1 : 0);
    const left = limit - counted.rows;
    counted.isCutOff = rows > left;
    chunk.rowCount = Math.min(rows, left);
    counted.rows += chunk.rowCount;
    if (performance.now() - told > between) {
      tell({ rows: counted.rows, percent: 0 });
      told = performance.now();
    }
    if (chunk.rowCount > 0) yield chunk;
    if (hasEnded || counted.isCutOff) return;
  }
  // Throws if someone interrupted it.
  tell({ rows: counted.rows, percent: 0 });
  await findError();
}

const isEnd = (chunk: DuckDBDataChunk) =>
  chunk.rowCount > 0 && chunk.getColumnVector(chunk.columnCount - 1).getItem(chunk.rowCount - 1) === true;
