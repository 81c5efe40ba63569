import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

type PackageManifest = { name: string; version: string; license?: string; dependencies?: Record<string, string> };

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageManifest;

/** Resolves a dependency of a package: beside it, or further up. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** The run-time packages of the server, with their transitive dependencies. */
function listServerPackages(): Set<string> {
  const folders = new Set<string>();
  const visit = (names: string[], from: string) => {
    for (const name of names) {
      const folder = findPackage(name, from);
      if (!folder || folders.has(folder)) continue;
      folders.add(folder);
      visit(Object.keys(readManifest(folder).dependencies ?? {}), folder);
    }
  };
  const root = path.resolve('.');
  visit(Object.keys(readManifest(root).dependencies ?? {}), root);
  return folders;
}

const folderOf = (file: string) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

function licenceText(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)([.-]|$)/i.test(entry.name))
    .filter(({ name }) => !/\.[cm]?js$/.test(name))
    .map(({ name }) => readFileSync(path.join(folder, name), 'utf8').trim())
    .join('\n\n');
}

/** Name, version, licence and licence text of every package; shared texts are stored once. */
function noticesOf(folders: Iterable<string>) {
  const texts: string[] = [];
  const packages = new Map<string, { name: string; version: string; licence: string; text: number }>();
  for (const folder of folders) {
    const { name, version, license = '' } = readManifest(folder);
    const text = licenceText(folder);
    if (!texts.includes(text)) texts.push(text);
    packages.set(`${name} ${version}`, { name, version, licence: license, text: texts.indexOf(text) });
  }
  return { texts, packages: [...packages.values()].sort((a, b) => a.name.localeCompare(b.name)) };
}

/** Vite plugin: writes the licence notices of all shipped packages. */
export const notices: Plugin = {
  name: 'notices',
  apply: 'build',
  generateBundle() {
    const folders = listServerPackages();
    for (const id of this.getModuleIds()) {
      const folder = folderOf(id.replace(/^\0/, ''));
      if (folder && existsSync(path.join(folder, 'package.json'))) folders.add(folder);
    }
    this.emitFile({ type: 'asset', fileName: 'assets/notices.json', source: JSON.stringify(noticesOf(folders)) });
  },
};
