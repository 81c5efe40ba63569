import { constants, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import { Problem } from '#contract/errors.ts';
import { syncFolder } from '#engine/duckdb/durable.ts';
import { listLogFiles, logFileName } from '#engine/events/files.ts';

const megabyte = 1024 * 1024;
const fileSize = 64 * megabyte;
const groupSize = 16 * megabyte;

// A write returns when it is on disk: one call to the system instead of two.
const { O_WRONLY, O_CREAT, O_TRUNC, O_DSYNC } = constants;
const writing = O_WRONLY | O_CREAT | O_TRUNC | O_DSYNC;

type Waiting = { frame: Buffer; resolve: (end: number) => void; reject: (error: unknown) => void };

/** The append log of one application. */
export type Log = {
  folder: string;
  /** Resolves when the frame is on disk, with the position behind it. */
  append: (frame: Buffer) => Promise<number>;
  /** Up to where everything is on disk. */
  end: () => number;
  /** Removes the files before a position that is sealed. */
  prune: (sealed: number) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens a log to append to at its end. While one group of frames is being written, the next one gathers:
 * a single sync makes many pushes durable.
 */
export function openLog(folder: string, start: number, onDurable: () => void): Log {
  let file: { handle: FileHandle; start: number } | undefined;
  let end = start;
  let waiting: Waiting[] = [];
  let work: Promise<void> | undefined;
  let isClean = true;

  async function write(): Promise<void> {
    // Whatever else arrives in this turn of the loop goes along.
    await turn();
    while (waiting.length > 0) {
      const group = takeGroup();
      try {
        await store(Buffer.concat(group.map(({ frame }) => frame)));
        for (const { frame, resolve } of group) resolve((end += frame.length));
        onDurable();
      } catch (error) {
        const problem = problemOf(error);
        for (const { reject } of group) reject(problem);
      }
    }
    work = undefined;
  }

  function takeGroup(): Waiting[] {
    let size = 0;
    const beyond = waiting.findIndex(({ frame }, index) => (size += frame.length) > groupSize && index > 0);
    const group = beyond < 0 ? waiting : waiting.slice(0, beyond);
    waiting = beyond < 0 ? [] : waiting.slice(beyond);
    return group;
  }

  async function store(bytes: Buffer): Promise<void> {
    const { handle, start: from } = await fileToWrite();
    // What a failed write left behind goes first; as long as it cannot, nothing is added.
    if (!isClean) await handle.truncate(end - from);
    isClean = false;
    try {
      await writeWhole(handle, bytes, end - from);
    } catch (error) {
      await handle.truncate(end - from).then(
        () => (isClean = true),
        () => {},
      );
      throw error;
    }
    isClean = true;
  }

  async function fileToWrite(): Promise<{ handle: FileHandle; start: number }> {
    if (file && end - file.start < fileSize) return file;
    const next = { handle: await createFile(folder, end), start: end };
    await file?.handle.close();
    return (file = next);
  }

  async function prune(sealed: number): Promise<void> {
    const files = await listLogFiles(folder);
    const isDone = (_: unknown, index: number) => (files[index + 1]?.start ?? Infinity) <= sealed;
    for (const { file: name } of files.filter(isDone)) await rm(name, { force: true });
  }

  return {
    folder,
    append: (frame) =>
      new Promise((resolve, reject) => {
        waiting.push({ frame, resolve, reject });
        work ??= write();
      }),
    end: () => end,
    prune,
    close: async () => {
      await work;
      await file?.handle.close();
      file = undefined;
    },
  };
}

// Whatever is in a file that begins where the log ends was never promised to anyone.
async function createFile(folder: string, start: number): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(path.join(folder, logFileName(start)), writing, 0o600);
  try {
    // Without its name in the folder on disk, a file and what is promised of it would be gone after a crash.
    for (const each of [path.dirname(folder), folder]) await syncFolder(each);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function writeWhole(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

function problemOf(cause: unknown): Problem {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new Problem(isFull ? 'disk_full' : 'unavailable', {}, { cause });
}
