import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Export, ExportResult, FileFormat } from '#engine/engine.ts';
import { prepareStatement, type PreparedStatement } from './prepare-statement.ts';
import { writeParquet } from './export-parquet.ts';
import { csvOf, jsonOf, linesOf } from './export-text.ts';
import { xlsxOf } from './export-xlsx.ts';
import type { ReportProgress, UseConnection } from './use-connection.ts';
import { openStream, type ResultStream } from './stream.ts';
import type { QueryConnections } from './connection-pool.ts';
import type { QuerySession } from './query-session.ts';

type FileChunk = string | Uint8Array;
type ChunkSerializer = (stream: ResultStream, options: Export['options']) => AsyncIterable<FileChunk>;
type ExportWriter = (stream: ResultStream, order: Export, use: UseConnection) => Promise<void>;

const streamToFile =
  (serialize: ChunkSerializer): ExportWriter =>
  (stream, { file, options }) =>
    pipeline(Readable.from(serialize(stream, options)), createWriteStream(file));

const writers: Record<FileFormat, ExportWriter> = {
  csv: streamToFile(csvOf),
  json: streamToFile(jsonOf),
  lines: streamToFile(linesOf),
  xlsx: streamToFile(xlsxOf),
  parquet: writeParquet,
};

/** Streams a result into a file, so that memory use stays small. */
export async function exportAnswer(
  order: Export,
  { use, withSession }: QueryConnections,
  reportProgress: ReportProgress,
): Promise<ExportResult> {
  const prepared = await prepareStatement(order.query, use);
  return withSession(prepared.settings, use, (session) => write(session, prepared, { order, use, reportProgress }));
}

type ExportWork = { order: Export; use: UseConnection; reportProgress: ReportProgress };

async function write(
  session: QuerySession,
  prepared: PreparedStatement,
  { order, use, reportProgress }: ExportWork,
): Promise<ExportResult> {
  const { format, file, labels, valueTexts, query } = order;
  const stream = await openStream(session, prepared, { labels, valueTexts, limit: query.limit, reportProgress });
  try {
    await writers[format](stream, order, use);
    return { ...stream.counted, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
