import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import { type Encoding, encodingName } from '#domain/cells/reading.ts';
import { type ArchiveEntry, extract, openArchive } from '#engine/files/archive.ts';
import { encodingOf, readHead, transcode } from '#engine/files/encoding.ts';
import { inspectJson } from '#engine/files/json.ts';
import { inspectWorkbook } from '#engine/files/sheets.ts';
import { inspectText } from '#engine/files/inspect-text.ts';
import { gunzip } from '#engine/files/unpack.ts';
import { isWorkbook } from '#engine/files/workbook.ts';
import type { InspectedTable } from '#engine/tables.ts';
import { problemOf } from './failure.ts';
import { inspectParquet } from './parquet.ts';
import type { UseConnection } from './use-connection.ts';
import type { Tasks } from './tasks.ts';

/**
 * A file to inspect: `base` is the name prefix of temporary files, `isInside` whether it came out of an archive,
 * `isTruncated` whether it is only the beginning of a text.
 */
export type InspectTarget = Tasks['inspect']['input'] & {
  base: string;
  use: UseConnection;
  isInside: boolean;
  isTruncated?: boolean;
};

/** Inspects an uploaded file: its format, detected by content, and its tables. */
export async function inspectFile(input: Tasks['inspect']['input'], use: UseConnection): Promise<InspectedTable[]> {
  try {
    const tables = await inspectAny({ ...input, base: 'file', use, isInside: false });
    return tables.map(withoutNul);
  } catch (error) {
    throw problemOf(error);
  }
}

// The sample is stored in the database, which does not support NUL.
export const withoutNul = (table: InspectedTable): InspectedTable => ({
  ...table,
  sample: table.sample.map((row) => row.map((cell) => cell && cell.replaceAll('\0', ''))),
});

export const titleOf = (name: string) => path.parse(path.basename(name)).name || name;

/** The format of a file by its first bytes. Password-protected and Excel 97 workbooks are both OLE containers. */
export function formatOf(head: Buffer): 'gzip' | 'zip' | 'parquet' | 'ole' | 'plain' {
  const begins = (bytes: string) => head.toString('latin1', 0, bytes.length) === bytes;
  if (begins('\u001f\u008b')) return 'gzip';
  if (begins('PK\u0003\u0004') || begins('PK\u0005\u0006')) return 'zip';
  if (begins('PAR1')) return 'parquet';
  return begins('\u00d0\u00cf\u0011\u00e0') ? 'ole' : 'plain';
}

/** Inspects a file of any format. */
export async function inspectAny(target: InspectTarget): Promise<InspectedTable[]> {
  const { file, name } = target;
  if ((await stat(file)).size === 0) throw new Problem('file_empty');
  const head = await readHead(file);
  const format = formatOf(head);
  if (format === 'gzip') return inspectGzip(target);
  if (format === 'zip') return inspectZip(target);
  if (format === 'parquet') return [await inspectParquet(file, titleOf(name), target.use)];
  if (format === 'ole') throw await oleProblemOf(target);
  return [await inspectPlain(target, head)];
}

async function oleProblemOf({ file, name }: InspectTarget): Promise<Problem> {
  const mark = Buffer.from('EncryptedPackage', 'utf16le');
  const isEncrypted = (await stat(file)).size < 512 * 1024 * 1024 && (await readFile(file)).includes(mark);
  return isEncrypted ? new Problem('file_encrypted') : new Problem('file_unknown', { detail: path.basename(name) });
}

async function inspectGzip(target: InspectTarget): Promise<InspectedTable[]> {
  if (target.isInside) throw nestedArchiveProblem(target);
  const file = path.join(target.directory, `${target.base}-unpacked`);
  await gunzip(target.file, file);
  return inspectAny({ ...target, file, name: target.name.replace(/\.gz$/i, ''), isInside: true });
}

const nestedArchiveProblem = ({ name }: InspectTarget) =>
  new Problem('file_unknown', { detail: `${path.basename(name)}: zip in zip` });

async function inspectZip(target: InspectTarget): Promise<InspectedTable[]> {
  const archive = await openArchive(target.file);
  try {
    if (isWorkbook(archive)) return await inspectWorkbook(archive, { ...target, name: target.base });
    if (target.isInside) throw nestedArchiveProblem(target);
    const tables: InspectedTable[] = [];
    let refusal: unknown = new Problem('file_empty');
    for (const [index, entry] of archive.entries.filter(isContent).entries()) {
      const file = path.join(target.directory, `entry-${index}`);
      await extract(entry, archive.meter, file);
      const inside = { ...target, file, name: entry.name, base: `entry-${index}`, isInside: true };
      tables.push(...(await inspectAny(inside).catch((error: unknown) => skip((refusal = error)))));
    }
    if (tables.length === 0) throw refusal;
    return tables;
  } finally {
    archive.close();
  }
}

// Archives may contain notes, images and macOS metadata; those are no reason to reject the tables.
export const isContent = ({ name }: ArchiveEntry) => !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name);
const skippableCodes = new Set(['file_unknown', 'file_empty', 'file_no_rows']);

function skip(error: unknown): InspectedTable[] {
  if (error instanceof Problem && skippableCodes.has(error.code)) return [];
  throw error;
}

/** Inspects a text. */
export async function inspectPlain(target: InspectTarget, head: Buffer): Promise<InspectedTable> {
  const guessed = await encodingOf(target.file, head);
  if (!guessed || isForeign(head)) throw new Problem('file_unknown', { detail: path.basename(target.name) });
  const { hasNul } = guessed;
  const encoding = target.options.encoding ?? guessed.encoding;
  if (encoding === 'utf-8' && guessed.encoding === 'utf-8' && !hasNul) return inspectUtf8(target, encoding);
  const file = path.join(target.directory, `${target.base}-text`);
  await transcode(target.file, encoding, file);
  const table = await inspectUtf8({ ...target, file }, encoding);
  const isDoubtful = guessed.isDoubtful && !target.options.encoding;
  const detail = encodingName(encoding);
  if (encoding !== 'utf-8') table.notes.push({ code: isDoubtful ? 'encoding_doubtful' : 'encoding', detail });
  if (hasNul) table.notes.push({ code: 'nul_removed', detail: '' });
  return table;
}

const foreignMarkup = /^\s*(?:%PDF|<!doctype|<html|<\?xml|<xml[\s>]|<(?:\w+:)?\w+\s[^>]*\bxmlns\b|\{\\rtf)/i;
const isForeign = (head: Buffer) => foreignMarkup.test(head.toString('latin1', 0, 1000).replace(/^\xef\xbb\xbf/, ''));

async function inspectUtf8(target: InspectTarget, encoding: Encoding): Promise<InspectedTable> {
  const { file, directory, zone, base, options, isTruncated = false } = target;
  const name = titleOf(target.name);
  const head = (await readHead(file))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (head === '' && (await stat(file)).size < 64 * 1024) throw new Problem('file_empty');
  const copy = path.join(directory, `${base}-rows`);
  const asText = () => inspectText(file, { name, zone, copy, options, encoding, isTruncated });
  if (!/^[[{]/.test(head)) return asText();
  return inspectJson(file, { directory, zone, base: `${base}-table`, name, isTruncated }).catch((error: unknown) => {
    // A CSV text may begin with a bracket.
    const isText = error instanceof Problem && error.code === 'json_malformed' && /\.(csv|tsv|txt)$/i.test(target.name);
    if (isText) return asText();
    throw error;
  });
}
