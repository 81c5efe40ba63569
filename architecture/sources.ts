import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const notSource = /\.d\.ts$|^server\/database\/migrations\/|^web\/public\//;

/** Source files in a folder, tests included, as paths from the root of the repository. */
export function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.(tsx?|js)$/.test(file) && !notSource.test(file));
}

/** Folders with source files. */
export const sourceFolders = [
  'architecture',
  'bench',
  'contract',
  'display',
  'domain',
  'e2e',
  'engine',
  'scripts',
  'server',
  'web',
];

/** Every import of a source file, type imports included, as [importer, imported], both as paths from the root. */
export function listImports(file: string): [string, string][] {
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map((match) => match[1]!);
  return names.map((name) => [
    file,
    name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name.replace(/\?.*$/, '')),
  ]);
}
