import type { DuckDBDataChunk, DuckDBResult, DuckDBType } from '@duckdb/node-api';

import { uniqueNames } from '#domain/text/unique-names.ts';
import type { Export } from '#engine/engine.ts';
import type { PreparedStatement } from './prepare-statement.ts';
import type { QuerySession } from './query-session.ts';
import type { ReportProgress } from './use-connection.ts';
import { type ColumnConverter, columnConverterOf } from './values.ts';

/** A result that is streamed chunk by chunk, with its column names in a file. */
export type ResultStream = {
  columns: (ColumnConverter & { name: string; duckType: DuckDBType })[];
  chunks: AsyncIterable<DuckDBDataChunk>;
  /** The zone of local times. */
  zone: string;
  /** Counts so far. */
  counted: { rows: number; isCutOff: boolean };
};

type StreamOptions = Pick<Export, 'labels' | 'valueTexts'> & {
  limit: number;
  reportProgress: ReportProgress;
};

export async function openStream(
  session: QuerySession,
  prepared: PreparedStatement,
  { labels, valueTexts, limit, reportProgress }: StreamOptions,
): Promise<ResultStream> {
  const result = await prepared.stream(session);
  // The last column marks the end of the stream.
  const resultNames = prepared.renameColumns(result.columnNames().slice(0, -1));
  const names = uniqueNames(resultNames.map((name) => labels[name] ?? name));
  const { zone } = prepared.settings;
  const columns = names.map((name, index) => {
    const duckType = result.columnType(index);
    const texts = valueTexts[resultNames[index]!];
    return { name, duckType, ...(texts ? labelConverterOf(texts) : columnConverterOf(duckType, zone)) };
  });
  const counted = { rows: 0, isCutOff: false };
  // Only a complete second run reveals the error.
  const findError = async () => {
    await prepared.run(session);
    throw new Error('the stream ended without its end marker');
  };
  return { columns, zone, counted, chunks: takeChunks(result, { limit, counted, reportProgress, findError }) };
}

const labelConverterOf = (texts: Record<string, string>): ColumnConverter => ({
  type: 'text',
  // A value may have the name of a property that every object has.
  convert: (value) => (Object.hasOwn(texts, String(value)) ? texts[String(value)]! : String(value)),
});

const reportIntervalMs = 200;

type TakeOptions = {
  limit: number;
  counted: ResultStream['counted'];
  reportProgress: ReportProgress;
  findError: () => Promise<never>;
};

async function* takeChunks(result: DuckDBResult, { limit, counted, reportProgress, findError }: TakeOptions) {
  let lastReportAt = 0;
  for await (const chunk of result) {
    const hasEnded = isEnd(chunk);
    const rows = chunk.rowCount - (hasEnded ? 1 : 0);
    const left = limit - counted.rows;
    counted.isCutOff = rows > left;
    chunk.rowCount = Math.min(rows, left);
    counted.rows += chunk.rowCount;
    if (performance.now() - lastReportAt > reportIntervalMs) {
      reportProgress({ rows: counted.rows, percent: 0 });
      lastReportAt = performance.now();
    }
    if (chunk.rowCount > 0) yield chunk;
    if (hasEnded || counted.isCutOff) return;
  }
  // Throws if the task was cancelled.
  reportProgress({ rows: counted.rows, percent: 0 });
  await findError();
}

const isEnd = (chunk: DuckDBDataChunk) =>
  chunk.rowCount > 0 && chunk.getColumnVector(chunk.columnCount - 1).getItem(chunk.rowCount - 1) === true;
