import { createWriteStream } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

import { Problem } from '#contract/errors.ts';
import { limits } from './limits.ts';
import { createMeter, damagedProblemOf, type Meter, meteredStream } from './unpack.ts';

/** A file in an archive. Its name is for display only, never a path. Unless it is whole, its end cannot be read. */
export type ArchiveEntry = {
  name: string;
  bytes: number;
  isWhole: boolean;
  open: () => Promise<Readable>;
  entry: Entry;
};

export type Archive = { entries: ArchiveEntry[]; meter: Meter; close: () => void };

/** How a file in an archive is read. */
type EntryReader = Pick<ArchiveEntry, 'isWhole' | 'open'>;

type ReaderOf = (zip: ZipFile, entry: Entry, name: string) => EntryReader;

const wholeReaderOf: ReaderOf = (zip, entry) => ({ isWhole: true, open: () => openEntry(zip, entry) });

/** Opens a zip and lists its files. */
export async function openArchive(file: string, readerOf = wholeReaderOf): Promise<Archive> {
  const packed = (await stat(file)).size;
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch((error) => {
    throw damagedProblemOf(error);
  });
  try {
    if (zip.entryCount > limits.entries) throw new Problem('too_many_entries', { limit: String(limits.entries) });
    return { entries: await listEntries(zip, readerOf), meter: createMeter(packed), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw damagedProblemOf(error);
  }
}

async function listEntries(zip: ZipFile, readerOf: ReaderOf): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const name = nameOf(entry.fileName as unknown as Buffer);
      if (!name.endsWith('/'))
        entries.push({ name, bytes: entry.uncompressedSize, entry, ...readerOf(zip, entry, name) });
      if (entries.length > limits.entries) reject(new Problem('too_many_entries', { limit: String(limits.entries) }));
      else zip.readEntry();
    });
    zip.once('end', resolve).once('error', reject);
    zip.readEntry();
  });
  return entries;
}

// Archives from Chinese computers often have names in GBK without declaring it, and some writers use backslashes.
function nameOf(bytes: Buffer): string {
  const name = isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('gb18030').decode(bytes);
  return name.replaceAll('\\', '/').replace(/^\/+/, '');
}

// Larger chunks than yauzl's own: a sheet is read in thousands of them.
const chunkSize = 256 * 1024;
const deflated = 8;

/** The unpacked bytes of an entry; fails unless their number is the one in the directory. */
export async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.isEncrypted()) throw new Problem('file_encrypted');
  if (entry.compressionMethod !== deflated) return zip.openReadStreamPromise(entry);
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const unpacked = createInflateRaw({ chunkSize });
  packed.once('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  unpacked.once('close', () => packed.destroy());
  return Readable.from(requireBytes(unpacked, entry.uncompressedSize));
}

async function* requireBytes(stream: Readable, expected: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > expected) throw new Error(`too many bytes in the stream. expected ${expected}`);
    yield chunk as Buffer;
  }
  if (bytes < expected) throw new Error(`not enough bytes in the stream. expected ${expected}. got only ${bytes}`);
}

/** Extracts a file of an archive. */
export async function extract({ open }: ArchiveEntry, meter: Meter, target: string): Promise<void> {
  try {
    await pipeline(await open(), meteredStream(meter), createWriteStream(target));
  } catch (error) {
    throw damagedProblemOf(error);
  }
}
