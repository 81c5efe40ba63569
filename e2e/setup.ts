import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';

import { createTemplate } from '#server/testing/database-template.ts';
import { useMemoryForDirectories } from '#server/testing/memory.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { createOwner } from './accounts.ts';
import { createSampleTemplate, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the products that most specs share, one per worker; each has an owner. */
    urls: string[];
    /** A data directory with an owner and the sample, to copy. */
    sample: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  useMemoryForDirectories();
  for (const file of ['dist/server/main.js', 'dist/web/index.html']) {
    if (!existsSync(file))
      throw new Error(`The browser tests run the built product, and ${file} is missing: npm run build`);
  }
  const template = await createDirectory();
  await createTemplate(template);
  const [sample, ...products] = await Promise.all([
    createSampleTemplate(),
    ...Array.from({ length: project.config.maxWorkers }, () => startProduct()),
  ]);
  await Promise.all(products.map(({ url }) => createOwner(url)));
  project.provide(
    'urls',
    products.map(({ url }) => url),
  );
  project.provide('sample', sample);
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()));
    for (const directory of [template, sample]) await rm(directory, { recursive: true, force: true });
  };
}
