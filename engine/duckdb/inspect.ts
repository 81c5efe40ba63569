import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import { type Encoding, encodingName } from '#contract/reading.ts';
import { type ArchiveEntry, extract, openArchive } from '#engine/files/archive.ts';
import { encodingOf, readHead, transcode } from '#engine/files/encoding.ts';
import { inspectJson } from '#engine/files/json.ts';
import { inspectWorkbook } from '#engine/files/sheets.ts';
import { inspectText } from '#engine/files/text.ts';
import { gunzip } from '#engine/files/unpack.ts';
import { isWorkbook } from '#engine/files/workbook.ts';
import type { InspectedTable } from '#engine/tables.ts';
import { problemOf } from './failure.ts';
import { inspectParquet } from './parquet.ts';
import type { Use } from './process.ts';
import type { Tasks } from './tasks.ts';

/** A file to look into: `base` names what is written beside it, `isInside` whether it came out of an archive. */
type Found = Tasks['inspect']['input'] & { base: string; use: Use; isInside: boolean };

/** Reads a file that someone uploaded: what it is, by its content, and which tables it holds. */
export async function inspectFile(input: Tasks['inspect']['input'], use: Use): Promise<InspectedTable[]> {
  try {
    const tables = await inspectAny({ ...input, base: 'file', use, isInside: false });
    return tables.map(withoutNul);
  } catch (error) {
    throw problemOf(error);
  }
}

// What is shown is kept in the database, which knows no NUL.
const withoutNul = (table: InspectedTable): InspectedTable => ({
  ...table,
  sample: table.sample.map((row) => row.map((cell) => cell && cell.replaceAll('\0', ''))),
});

const titleOf = (name: string) => path.parse(path.basename(name)).name || name;

async function inspectAny(found: Found): Promise<InspectedTable[]> {
  const { file, name } = found;
  if ((await stat(file)).size === 0) throw new Problem('file_empty');
  const head = await readHead(file);
  const begins = (bytes: string) => head.toString('latin1', 0, bytes.length) === bytes;
  if (begins('\u001f\u008b')) return inspectGzip(found);
  if (begins('PK\u0003\u0004') || begins('PK\u0005\u0006')) return inspectZip(found);
  if (begins('PAR1')) return [await inspectParquet(file, titleOf(name), found.use)];
  if (begins('\u00d0\u00cf\u0011\u00e0')) throw await oldOffice(found);
  return [await inspectPlain(found, head)];
}

// Both workbooks with a password and those of Excel 97 are such containers.
async function oldOffice({ file, name }: Found): Promise<Problem> {
  const mark = Buffer.from('EncryptedPackage', 'utf16le');
  const isEncrypted = (await stat(file)).size < 512 * 1024 * 1024 && (await readFile(file)).includes(mark);
  return isEncrypted ? new Problem('file_encrypted') : new Problem('file_unknown', { detail: path.basename(name) });
}

async function inspectGzip(found: Found): Promise<InspectedTable[]> {
  if (found.isInside) throw nested(found);
  const file = path.join(found.directory, `${found.base}-unpacked`);
  await gunzip(found.file, file);
  return inspectAny({ ...found, file, name: found.name.replace(/\.gz$/i, ''), isInside: true });
}

const nested = ({ name }: Found) => new Problem('file_unknown', { detail: `${path.basename(name)}: zip in zip` });

async function inspectZip(found: Found): Promise<InspectedTable[]> {
  const archive = await openArchive(found.file);
  try {
    if (isWorkbook(archive)) return await inspectWorkbook(archive, { ...found, name: found.base });
    if (found.isInside) throw nested(found);
    const tables: InspectedTable[] = [];
    let refusal: unknown = new Problem('file_empty');
    for (const [index, entry] of archive.entries.filter(isWanted).entries()) {
      const file = path.join(found.directory, `entry-${index}`);
      await extract(entry, archive.meter, file);
      const inside = { ...found, file, name: entry.name, base: `entry-${index}`, isInside: true };
      tables.push(...(await inspectAny(inside).catch((error: unknown) => skip((refusal = error)))));
    }
    if (tables.length === 0) throw refusal;
    return tables;
  } finally {
    archive.close();
  }
}

// Archives carry notes, pictures and what a Mac adds; those are no reason to refuse the tables.
const isWanted = ({ name }: ArchiveEntry) => !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name);
const harmless = new Set(['file_unknown', 'file_empty', 'file_no_rows']);

function skip(error: unknown): InspectedTable[] {
  if (error instanceof Problem && harmless.has(error.code)) return [];
  throw error;
}

async function inspectPlain(found: Found, head: Buffer): Promise<InspectedTable> {
  const guessed = await encodingOf(found.file, head);
  if (!guessed || isForeign(head)) throw new Problem('file_unknown', { detail: path.basename(found.name) });
  const { hasNul } = guessed;
  const encoding = found.options.encoding ?? guessed.encoding;
  if (encoding === 'utf-8' && guessed.encoding === 'utf-8' && !hasNul) return inspectUtf8(found, encoding);
  const file = path.join(found.directory, `${found.base}-text`);
  await transcode(found.file, encoding, file);
  const table = await inspectUtf8({ ...found, file }, encoding);
  const isDoubtful = guessed.isDoubtful && !found.options.encoding;
  const detail = encodingName(encoding);
  if (encoding !== 'utf-8') table.notes.push({ code: isDoubtful ? 'encoding_doubtful' : 'encoding', detail });
  if (hasNul) table.notes.push({ code: 'nul_removed', detail: '' });
  return table;
}

const foreign = /^\s*(?:%PDF|<!doctype|<html|<\?xml|<xml[\s>]|<(?:\w+:)?\w+\s[^>]*\bxmlns\b|\{\\rtf)/i;
const isForeign = (head: Buffer) => foreign.test(head.toString('latin1', 0, 1000).replace(/^\xef\xbb\xbf/, ''));

async function inspectUtf8(found: Found, encoding: Encoding): Promise<InspectedTable> {
  const { file, directory, zone, base, options } = found;
  const name = titleOf(found.name);
  const head = (await readHead(file))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (head === '' && (await stat(file)).size < 64 * 1024) throw new Problem('file_empty');
  const copy = path.join(directory, `${base}-rows`);
  const asText = () => inspectText(file, { name, zone, copy, options, encoding });
  if (!/^[[{]/.test(head)) return asText();
  return inspectJson(file, { directory, zone, base: `${base}-table`, name }).catch((error: unknown) => {
    // A text may begin with a bracket without being JSON.
    const isText = error instanceof Problem && error.code === 'json_malformed' && /\.(csv|tsv|txt)$/i.test(found.name);
    if (isText) return asText();
    throw error;
  });
}
