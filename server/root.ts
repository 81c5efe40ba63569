import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

// The source and the bundle lie at different depths, so look upwards for the package.
function findRoot(directory: string): string {
  return existsSync(path.join(directory, 'package.json')) ? directory : findRoot(path.dirname(directory));
}

/** The folder of the product: where package.json, the migrations and the built pages are. */
export const root = findRoot(import.meta.dirname);

/** The version of the product. */
export const version: string = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
