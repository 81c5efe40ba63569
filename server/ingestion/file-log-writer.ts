import { constants, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';

import { syncFolder } from '#engine/duckdb/durable-rename.ts';
import { listLogFiles, logFileName } from '#engine/events/log-files.ts';
import { openGroupCommit } from './group-commit.ts';

const maxFileSize = 64 * 1024 * 1024;

// O_DSYNC: a write returns when it is on disk, with one system call instead of two.
const { O_WRONLY, O_CREAT, O_TRUNC, O_DSYNC } = constants;
const writeFlags = O_WRONLY | O_CREAT | O_TRUNC | O_DSYNC;

/** Appends to the log files of one application. */
export type FileLogWriter = {
  folder: string;
  /** Resolves when the frame is on disk, with the position after it. */
  append: (frame: Buffer) => Promise<number>;
  /** Position up to which everything is on disk. */
  end: () => number;
  /** Removes the files that end before a sealed position. */
  prune: (sealed: number) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a log for appending after a position. */
export function openFileLogWriter(folder: string, start: number, onDurable: () => void): FileLogWriter {
  let file: { handle: FileHandle; start: number } | undefined;
  let end = start;
  let isClean = true;

  const groups = openGroupCommit<{ frame: Buffer }, number>(async (group) => {
    await store(Buffer.concat(group.map(({ frame }) => frame)));
    const ends = group.map(({ frame }) => (end += frame.length));
    onDurable();
    return ends;
  });

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
    append: (frame) => groups.add({ frame }),
    end: () => end,
    prune,
    close: async () => {
      await groups.close();
      await file?.handle.close();
      file = undefined;
    },
  };
}

// An existing file that starts at the end of the log contains no acknowledged push, so it is truncated.
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
