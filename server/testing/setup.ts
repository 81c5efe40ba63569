import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

import { root } from '#server/root.ts';
import { makeEmpty } from './empty.ts';
import { useMemoryForDirectories } from './memory.ts';
import { createDirectory } from './product.ts';

/** Makes once for all tests what takes longer than most of them: the programs of processes, and an empty database. */
export async function setup(): Promise<() => Promise<void>> {
  useMemoryForDirectories();
  const { buildPrograms } = await import(path.join(root, 'scripts/programs.js'));
  // Below the packages that they import.
  const folder = await mkdtemp(path.join(root, 'node_modules/.shuju-programs-'));
  await buildPrograms(folder);
  process.env['SHUJU_PROGRAMS'] = folder;
  const empty = await createDirectory();
  await makeEmpty(empty);
  return async () => {
    for (const made of [folder, empty]) await rm(made, { recursive: true, force: true });
  };
}
