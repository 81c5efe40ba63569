import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Gives a whole file its name, and makes sure that it keeps it when the power fails. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  const folder = await open(path.dirname(to));
  await folder.sync().finally(() => folder.close());
}
