import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';

const chunkSize = 1024 * 1024;

/** The archive is truncated or altered. */
export class DamagedBackup extends Error {}

/** Header of an archive entry. */
type TarEntry = { name: string; size: number };

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
export function createTar(target: string, { signal, onBytes }: TarOptions): TarWriter {
  const archive = pack();
  const written = pipeline(archive, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  // A failure to write is reported by the entry being added, by `end` or by `close`.
  written.catch(() => undefined);

  async function addEntry({ name, size }: TarEntry, parts: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
    const hash = createHash('sha256');
    let left = size;
    const entry = archive.entry({ name, size, mode: 0o600, mtime: new Date(0) });
    const content = async function* () {
      for await (const part of parts) {
        hash.update(part);
        yield part;
        onBytes(part.length);
        left -= part.length;
      }
      if (left !== 0) throw new DamagedBackup(`${name} changed while it was read.`);
    };
    await Promise.race([pipeline(content, entry, { signal }), written]).catch(async (error: unknown) => {
      archive.destroy(error instanceof Error ? error : new Error(String(error)));
      // If the target cannot be written, the entry fails too, but without the reason.
      await written.catch((reason: unknown) => {
        throw isSystemError(reason) ? reason : error;
      });
    });
    return hash.digest('hex');
  }

  return {
    add: (entry, file) => addEntry(entry, entry.size > 0 ? readUpTo(file, entry.size) : []),
    addText: (name, text) => addEntry({ name, size: Buffer.byteLength(text) }, [Buffer.from(text)]),
    end: async () => {
      archive.finalize();
      await written;
    },
    close: async () => {
      archive.destroy();
      // The caller of `add` or `end` has received the failure.
      await written.catch(() => undefined);
    },
  };
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const readUpTo = (file: string, size: number): AsyncIterable<Buffer> =>
  createReadStream(file, { end: size - 1, highWaterMark: chunkSize });

/** Reads an archive sequentially; each entry must be read before the next. */
export async function* readTar(file: string): AsyncGenerator<TarEntry & { content: () => AsyncGenerator<Buffer> }> {
  const entries = extract();
  const reading = pipeline(createReadStream(file, { highWaterMark: chunkSize }), entries);
  // The iteration below fails with the same error.
  reading.catch(() => undefined);
  try {
    for await (const entry of entries)
      yield {
        name: entry.header.name,
        size: entry.header.size,
        content: () => contentOf(entry as AsyncIterable<Buffer>),
      };
  } catch (error) {
    throw damageOf(error);
  }
}

async function* contentOf(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw damageOf(error);
  }
}

/** Errors of the archive itself, as opposed to those of the disk. */
const damageOf = (cause: unknown) =>
  isSystemError(cause) ? cause : new DamagedBackup('The file ends too early or was changed.', { cause });
