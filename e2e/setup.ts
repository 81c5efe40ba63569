import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';

import { createTemplate } from '#server/testing/database-template.ts';
import { useMemoryForDirectories } from '#server/testing/memory.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { createOwner } from './accounts.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the products that most specs share, one per worker; each has an owner. */
    urls: string[];
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
  const products = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startProduct()));
  await Promise.all(products.map(({ url }) => createOwner(url)));
  project.provide(
    'urls',
    products.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()));
    await rm(template, { recursive: true, force: true });
  };
}
