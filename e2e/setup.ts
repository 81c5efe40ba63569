import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

import { createOwner } from './accounts.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product is that most stories share; it has an owner. */
    url: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const file of ['dist/server/main.js', 'dist/web/index.html']) {
    if (!existsSync(file))
      throw new Error(`The browser tests run the built product, and ${file} is missing: npm run build`);
  }
  const product = await startProduct();
  await createOwner(product.url);
  project.provide('url', product.url);
  return product.stop;
}
