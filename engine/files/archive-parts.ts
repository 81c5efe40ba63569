import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';

import { Problem } from '#contract/errors.ts';
import type { ByteRange } from '#domain/byte-range.ts';
import { type Archive, type ArchiveEntry, openArchive, openEntry } from './archive.ts';
import { maxHeadBytes, takeBytes, untilCut } from './cut-head.ts';
import { type FileParts, hasRange, lengthAt, requireParts } from './file-parts.ts';

/** The shared strings are the only part of a workbook that may be long and is needed to read a row. */
const sharedStrings = /(?:^|\/)sharedStrings\d*\.xml$/i;
const maxStringBytes = 16 * maxHeadBytes;
const maxBytesOf = (name: string) => (sharedStrings.test(name) ? maxStringBytes : maxHeadBytes);

const localHeaderBytes = 30;
// The header of an entry has fields that are not in the directory.
const extraBytes = 512;

/** The byte range of an entry, or of the first `maxBytes` of its content. */
function rangeOf({ entry }: Pick<ArchiveEntry, 'entry'>, maxBytes = Infinity): ByteRange {
  const from = entry.relativeOffsetOfLocalHeader;
  const header = localHeaderBytes + entry.fileNameLength + entry.extraFieldLength + extraBytes;
  return { from, to: from + header + Math.min(entry.compressedSize, maxBytes) };
}

/** Opens a zip of which only some parts are available. Its entries can be read up to where they are cut. */
export async function openArchiveParts(file: string, parts: FileParts): Promise<Archive> {
  // The directory is at the end.
  if (lengthAt(parts, parts.bytes - 1) === 0)
    requireParts(parts, [{ from: Math.max(0, parts.bytes - 256 * 1024), to: parts.bytes }]);
  return openArchive(file, (zip, entry, name) => {
    const isAvailable = hasRange(parts, clip(rangeOf({ entry }), parts));
    const isWhole = isAvailable && entry.uncompressedSize <= maxBytesOf(name);
    return { isWhole, open: () => (isWhole ? openEntry(zip, entry) : openCut(zip, { entry, parts, name })) };
  });
}

const clip = ({ from, to }: ByteRange, { bytes }: FileParts): ByteRange => ({ from, to: Math.min(to, bytes) });

type CutEntry = { entry: Entry; parts: FileParts; name: string };

async function openCut(zip: ZipFile, { entry, parts, name }: CutEntry): Promise<Readable> {
  if (entry.isEncrypted()) throw new Problem('file_encrypted');
  const offset = entry.relativeOffsetOfLocalHeader;
  const bytes = lengthAt(parts, offset);
  if (bytes < localHeaderBytes) return Readable.from([]);
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const end = Math.min(entry.compressedSize, offset + bytes - fileDataStart);
  if (end <= 0) return Readable.from([]);
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false, start: 0, end });
  return Readable.from(takeBytes(entry.compressionMethod === 0 ? packed : inflate(packed), maxBytesOf(name)));
}

function inflate(packed: Readable): Readable {
  const unpacked = createInflateRaw(untilCut);
  return packed.once('error', (error) => unpacked.destroy(error)).pipe(unpacked);
}

const requiredPart = /(?:^|\/)(?:[^/]*\.rels|workbook\d*\.xml|styles\d*\.xml)$/i;
const sheet = /(?:^|\/)worksheets\/[^/]*\.xml$/i;
const pieceBytes = 256 * 1024;
const maxPieces = 32;

/** Requests the parts of a workbook that are needed for the first rows of its sheets. */
export function requireWorkbook({ entries }: Archive, parts: FileParts): void {
  const heads = entries.filter(({ name }) => sheet.test(name) || sharedStrings.test(name));
  const rest = entries.filter(({ name }) => requiredPart.test(name) && !/worksheets\//i.test(name));
  const ranges = [...rest.map((each) => rangeOf(each)), ...headsOf(heads)];
  requireRanges(parts, ranges);
}

/** Requests the beginning of each entry. */
export const requireHeads = (entries: ArchiveEntry[], parts: FileParts): void => requireRanges(parts, headsOf(entries));

const headsOf = (entries: ArchiveEntry[]): ByteRange[] =>
  entries.map((each) => rangeOf(each, Math.floor(pieceBytes * Math.min(1, maxPieces / entries.length))));

/** Requests all shared strings, unless they are too long for a preview. */
export function requireStrings({ entries }: Archive, parts: FileParts): void {
  const strings = entries.filter(({ name }) => sharedStrings.test(name)).map((each) => rangeOf(each));
  requireRanges(parts, strings);
}

function requireRanges(parts: FileParts, ranges: ByteRange[]): void {
  const missing = ranges.map((range) => clip(range, parts)).filter((range) => !hasRange(parts, range));
  requireParts(parts, missing);
}
