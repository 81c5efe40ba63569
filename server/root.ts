import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Source and bundle are at different depths, so search upwards for package.json.
function findRoot(directory: string): string {
  return existsSync(path.join(directory, 'package.json')) ? directory : findRoot(path.dirname(directory));
}

/** Root folder of the product: contains package.json, the migrations and the built web pages. */
export const root = findRoot(import.meta.dirname);

/** Product version. */
export const version: string = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
