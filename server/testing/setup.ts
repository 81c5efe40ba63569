import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

import { root } from '#server/root.ts';
import { createTemplate } from './database-template.ts';
import { useMemoryForDirectories } from './memory.ts';
import { createDirectory } from './product.ts';

/** Global test setup, for what takes longer than most tests: builds the worker programs and a database template. */
export async function setup(): Promise<() => Promise<void>> {
  useMemoryForDirectories();
  const { buildPrograms } = await import(path.join(root, 'scripts/programs.js'));
  // Below node_modules, so that imports of packages resolve.
  const folder = await mkdtemp(path.join(root, 'node_modules/.shuju-programs-'));
  await buildPrograms(folder);
  process.env['SHUJU_PROGRAMS'] = folder;
  const template = await createDirectory();
  await createTemplate(template);
  return async () => {
    for (const directory of [folder, template]) await rm(directory, { recursive: true, force: true });
  };
}
