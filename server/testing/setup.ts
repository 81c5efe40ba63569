import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

import { root } from '#server/root.ts';
import { createTemplate } from './database-template.ts';
import { useMemoryForDirectories } from './memory.ts';
import { startSharedPostgres } from './postgres.ts';
import { createDirectory } from './directories.ts';

/**
 * Global test setup of the parts that take longer than most tests: builds the worker programs, starts PostgreSQL and
 * initializes a data directory.
 */
export async function setup(): Promise<() => Promise<void>> {
  // Another project of the same run has set it up.
  if (process.env['SHUJU_TEST_POSTGRES']) return async () => {};
  useMemoryForDirectories();
  const { buildPrograms } = await import(path.join(root, 'scripts/programs.js'));
  // Below node_modules, so that imports of packages resolve.
  const folder = await mkdtemp(path.join(root, 'node_modules/.shuju-programs-'));
  await buildPrograms(folder, { 'table-server': 'server/testing/table-server.ts' });
  process.env['SHUJU_PROGRAMS'] = folder;
  const template = await createDirectory();
  const [postgres] = await Promise.all([startSharedPostgres(), createTemplate(template)]);
  return async () => {
    await postgres.close();
    for (const directory of [folder, template]) await rm(directory, { recursive: true, force: true });
  };
}
