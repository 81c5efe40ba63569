import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import type { Export, Exported, FileFormat } from '#engine/engine.ts';
import { answerable, type Asked } from './asked.ts';
import { writeParquet } from './export-parquet.ts';
import { csvOf, jsonOf, linesOf } from './export-text.ts';
import { xlsxOf } from './export-xlsx.ts';
import type { Tell, Use } from './process.ts';
import { openStream, type Stream } from './stream.ts';
import { borrow } from './warm.ts';

type Piece = string | Uint8Array;
type Pieces = (stream: Stream, options: Export['options']) => AsyncIterable<Piece>;
type Write = (stream: Stream, order: Export, use: Use) => Promise<void>;

const inPieces =
  (piecesOf: Pieces): Write =>
  (stream, { file, options }) =>
    pipeline(Readable.from(piecesOf(stream, options)), createWriteStream(file));

const writers: Record<FileFormat, Write> = {
  csv: inPieces(csvOf),
  json: inPieces(jsonOf),
  lines: inPieces(linesOf),
  xlsx: inPieces(xlsxOf),
  parquet: writeParquet,
};

/** Writes an answer into a file as it comes, so that only a little of it is in memory at a time. */
export async function exportAnswer(order: Export, use: Use, tell: Tell): Promise<Exported> {
  const asked = await answerable(order.question, use);
  return borrow(asked.setting, use, (connection) => write(connection, asked, { order, use, tell }));
}

type Work = { order: Export; use: Use; tell: Tell };

async function write(connection: DuckDBConnection, asked: Asked, { order, use, tell }: Work): Promise<Exported> {
  const { format, file, labels, valueTexts, question } = order;
  const stream = await openStream(connection, asked, { labels, valueTexts, limit: question.limit, tell });
  try {
    await writers[format](stream, order, use);
    return { ...stream.counted, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
