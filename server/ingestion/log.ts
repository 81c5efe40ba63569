import { constants, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import { Problem } from '#contract/errors.ts';
import { syncFolder } from '#engine/duckdb/durable-rename.ts';
import { listLogFiles, logFileName } from '#engine/events/log-files.ts';

const megabyte = 1024 * 1024;
const maxFileSize = 64 * megabyte;
const maxGroupSize = 16 * megabyte;

// O_DSYNC: a write returns when it is on disk, with one system call instead of two.
const { O_WRONLY, O_CREAT, O_TRUNC, O_DSYNC } = constants;
const writeFlags = O_WRONLY | O_CREAT | O_TRUNC | O_DSYNC;

type PendingFrame = { frame: Buffer; resolve: (end: number) => void; reject: (error: unknown) => void };

/** Write-ahead log of one application. */
export type Log = {
  folder: string;
  /** Resolves when the frame is on disk, with the position after it. */
  append: (frame: Buffer) => Promise<number>;
  /** Position up to which everything is on disk. */
  end: () => number;
  /** Removes the files that end before a sealed position. */
  prune: (sealed: number) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens a log for appending. Group commit: while one group of frames is being written, the next one collects, so that
 * one sync makes many pushes durable.
 */
export function openLog(folder: string, start: number, onDurable: () => void): Log {
  let file: { handle: FileHandle; start: number } | undefined;
  let end = start;
  let pending: PendingFrame[] = [];
  let writeLoop: Promise<void> | undefined;
  let isClean = true;

  async function write(): Promise<void> {
    // Frames that arrive in the same turn of the event loop join the group.
    await turn();
    while (pending.length > 0) {
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
    writeLoop = undefined;
  }

  function takeGroup(): PendingFrame[] {
    let size = 0;
    const limitIndex = pending.findIndex(({ frame }, index) => (size += frame.length) > maxGroupSize && index > 0);
    const group = limitIndex < 0 ? pending : pending.slice(0, limitIndex);
    pending = limitIndex < 0 ? [] : pending.slice(limitIndex);
    return group;
  }

  async function store(bytes: Buffer): Promise<void> {
    const { handle, start: from } = await currentFile();
    // Truncate the remains of a failed write first; nothing is appended until that succeeds.
    if (!isClean) await handle.truncate(end - from);
    isClean = false;
    try {
      await writeFully(handle, bytes, end - from);
    } catch (error) {
      await handle.truncate(end - from).then(
        () => (isClean = true),
        // The next append truncates again.
        () => {},
      );
      throw error;
    }
    isClean = true;
  }

  async function currentFile(): Promise<{ handle: FileHandle; start: number }> {
    if (file && end - file.start < maxFileSize) return file;
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
        pending.push({ frame, resolve, reject });
        writeLoop ??= write();
      }),
    end: () => end,
    prune,
    close: async () => {
      await writeLoop;
      await file?.handle.close();
      file = undefined;
    },
  };
}

// An existing file that starts at the end of the log holds nothing that was acknowledged, so it is truncated.
async function createFile(folder: string, start: number): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(path.join(folder, logFileName(start)), writeFlags, 0o600);
  try {
    // Sync the folders too: otherwise the file itself could be lost in a crash.
    for (const each of [path.dirname(folder), folder]) await syncFolder(each);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function writeFully(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
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
