import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Gives a whole file its name, and makes sure that it keeps it when the power fails. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
}

/** Makes sure that the names in a folder are on disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
