import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

/** A file of a log. Positions are byte offsets from the beginning of the log, across all files. */
export type LogFile = { file: string; start: number };

export const logFileName = (start: number) => `${String(start).padStart(16, '0')}.log`;

/** The files of a log in order. */
export async function listLogFiles(folder: string): Promise<LogFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{16}\.log$/.test(name)).sort();
  return names.map((name) => ({ file: path.join(folder, name), start: Number.parseInt(name, 10) }));
}

/** Reads bytes of a log from a position, up to another position, the end of that file or `atMost` bytes. */
export async function readLog(
  folder: string,
  { from, to, atMost }: { from: number; to: number; atMost: number },
): Promise<{ bytes: Buffer; position: number; fileEnd: number }> {
  const files = await listLogFiles(folder);
  const index = Math.max(
    0,
    files.findLastIndex(({ start }) => start <= from),
  );
  const file = files[index];
  if (!file) return { bytes: Buffer.alloc(0), position: to, fileEnd: to };
  // Data before the first file was deleted.
  const position = Math.max(from, file.start);
  const fileEnd = Math.min(files[index + 1]?.start ?? to, to);
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(fileEnd - position, atMost)));
  const handle = await open(file.file);
  try {
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, position - file.start);
    return { bytes: bytes.subarray(0, bytesRead), position, fileEnd };
  } finally {
    await handle.close();
  }
}
