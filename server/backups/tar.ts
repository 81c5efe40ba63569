import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const block = 512;
const chunkSize = 1024 * 1024;

/** The archive is truncated or altered. */
export class DamagedBackup extends Error {}

/** Header of an archive entry. */
export type TarEntry = { name: string; size: number };

/** Encodes a tar header; sizes from 8 GB on are written in binary. */
function encodeHeader({ name, size }: TarEntry): Buffer {
  const head = Buffer.alloc(block);
  head.write(name, 0, 100);
  head.write('0000600\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  if (size < 8 ** 11) head.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    head[124] = 0x80;
    head.writeBigUInt64BE(BigInt(size), 128);
  }
  head.write('00000000000\0', 136);
  head.write('        0', 148);
  head.write('ustar\x0000', 257);
  head.write(`${sumOf(head).toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

const sumOf = (head: Buffer) => head.reduce((sum, byte) => sum + byte, 0);

function decodeHeader(head: Buffer): TarEntry {
  const checksum = Number.parseInt(head.toString('latin1', 148, 154), 8);
  const blank = Buffer.from(head);
  blank.fill(' ', 148, 156);
  if (checksum !== sumOf(blank)) throw new DamagedBackup('The checksum of an entry is wrong.');
  const name = head.toString('utf8', 0, 100).replace(/\0.*$/s, '');
  const isBinary = head[124] === 0x80;
  const size = isBinary ? Number(head.readBigUInt64BE(128)) : Number.parseInt(head.toString('latin1', 124, 135), 8);
  return { name, size };
}

const paddingOf = (size: number) => (block - (size % block)) % block;

export type TarWriter = {
  /** Adds a file up to the given size; returns its SHA-256. */
  add: (entry: TarEntry, file: string) => Promise<string>;
  addText: (name: string, text: string) => Promise<string>;
  /** Writes the end marker and syncs to disk. */
  end: () => Promise<void>;
  close: () => Promise<void>;
};

type TarOptions = { signal: AbortSignal; onBytes: (bytes: number) => void };

/** Creates a tar archive. */
export async function createTar(target: string, { signal, onBytes }: TarOptions): Promise<TarWriter> {
  const handle = await open(target, 'wx', 0o600);

  async function addEntry(entry: TarEntry, parts: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
    const hash = createHash('sha256');
    await write(handle, encodeHeader(entry));
    let left = entry.size;
    for await (const part of parts) {
      signal.throwIfAborted();
      hash.update(part);
      await write(handle, part);
      onBytes(part.length);
      left -= part.length;
    }
    if (left !== 0) throw new DamagedBackup(`${entry.name} changed while it was read.`);
    await write(handle, Buffer.alloc(paddingOf(entry.size)));
    return hash.digest('hex');
  }

  return {
    add: (entry, file) => addEntry(entry, entry.size > 0 ? readUpTo(file, entry.size) : []),
    addText: (name, text) => addEntry({ name, size: Buffer.byteLength(text) }, [Buffer.from(text)]),
    end: async () => {
      await write(handle, Buffer.alloc(2 * block));
      await handle.sync();
    },
    close: () => handle.close(),
  };
}

const readUpTo = (file: string, size: number): AsyncIterable<Buffer> =>
  createReadStream(file, { end: size - 1, highWaterMark: chunkSize });

async function write(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await handle.write(bytes, done)).bytesWritten;
}

/** Reads an archive sequentially; each entry must be read before the next. */
export async function* readTar(file: string): AsyncGenerator<TarEntry & { content: () => AsyncGenerator<Buffer> }> {
  const handle = await open(file);
  try {
    for (let position = 0; ;) {
      const head = await readExactly(handle, position, block);
      if (head.every((byte) => byte === 0)) return;
      const entry = decodeHeader(head);
      const begin = position + block;
      yield { ...entry, content: () => contentOf(handle, begin, entry.size) };
      position = begin + entry.size + paddingOf(entry.size);
    }
  } finally {
    await handle.close();
  }
}

async function* contentOf(handle: FileHandle, begin: number, size: number): AsyncGenerator<Buffer> {
  for (let read = 0; read < size;) {
    const part = await readExactly(handle, begin + read, Math.min(chunkSize, size - read));
    yield part;
    read += part.length;
  }
}

async function readExactly(handle: FileHandle, position: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  for (let read = 0; read < size;) {
    const { bytesRead } = await handle.read(bytes, read, size - read, position + read);
    if (bytesRead === 0) throw new DamagedBackup('The file ends too early.');
    read += bytesRead;
  }
  return bytes;
}
