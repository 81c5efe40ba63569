import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

/** A file of a log. Positions count the bytes of the log from its very beginning, over all files. */
export type LogFile = { file: string; start: number };

export const logFileName = (start: number) => `${String(start).padStart(16, '0')}.log`;

/** The files of a log in their order. */
export async function listLogFiles(folder: string): Promise<LogFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{16}\.log$/.test(name)).sort();
  return names.map((name) => ({ file: path.join(folder, name), start: Number.parseInt(name, 10) }));
}

/** The bytes of a log from a position on, to another or the end of that file, but not many at a time. */
export async function readLog(
  folder: string,
  { from, to, atMost }: { from: number; to: number; atMost: number },
): Promise<{ bytes: Buffer; position: number; fileEnd: number }> {
  const files = await listLogFiles(folder);
  const place = Math.max(
    0,
    files.findLastIndex(({ start }) => start <= from),
  );
  const file = files[place];
  if (!file) return { bytes: Buffer.alloc(0), position: to, fileEnd: to };
  // What was before the first file is gone.
  const position = Math.max(from, file.start);
  const fileEnd = Math.min(files[place + 1]?.start ?? to, to);
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(fileEnd - position, atMost)));
  const handle = await open(file.file);
  try {
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, position - file.start);
    return { bytes: bytes.subarray(0, bytesRead), position, fileEnd };
  } finally {
    await handle.close();
  }
}
