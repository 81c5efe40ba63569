import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

import { listImports, listSources } from './architecture/sources.ts';

/** Layers and the layers that each may import, besides itself. */
const layers: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  display: ['domain', 'contract'],
  engine: ['domain', 'contract'],
  server: ['domain', 'contract', 'display', 'engine'],
  web: ['domain', 'contract', 'display'],
};

const architecture = readFileSync('ARCHITECTURE.md', 'utf8');

/**
 * Inside a layer a module imports only modules before it. A module is a folder, or a file at the top of its layer. A file
 * of a folder that is listed by its path is a module of its own: it comes before the rest of its folder.
 */
const order = Object.fromEntries(Object.keys(layers).map((layer) => [layer, listDocumented(layer)]));

/** Modules of a layer in the order of its list in ARCHITECTURE.md; a line may name several. */
function listDocumented(layer: string): string[] {
  const lines = architecture.split('\n').filter((line) => line.startsWith(`- \`${layer}/`));
  const names = lines.flatMap((line) => [...line.split('`: ')[0]!.matchAll(/`?\w+\/([\w./-]+)/g)]);
  return names.map((match) => match[1]!.replace(/\/$/, ''));
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isAsset = (file: string) => /\.(json|css|svg|html)$/.test(file);

const listModules = (layer: string) => listSources(layer).filter((file) => !isTest(file));

const layerOf = (file: string) => file.split(path.sep)[0]!;
const folderOf = (file: string) => file.split(path.sep)[1]!;

/** The module of a file within its layer: its own path if that is listed, else its folder. */
function moduleOf(file: string): string {
  const inLayer = file.slice(layerOf(file).length + 1);
  return order[layerOf(file)]!.includes(inLayer) ? inLayer : folderOf(file);
}

const sources = Object.keys(layers).flatMap(listModules);
const imports = sources.flatMap(listImports);

test('a layer imports only the layers before it', () => {
  const wrong = imports.filter(([from, to]) => {
    const [a, b] = [layerOf(from), layerOf(to)];
    return a !== b && b in layers && !layers[a]!.includes(b);
  });
  expect(wrong).toEqual([]);
});

test('inside a layer a module imports only the modules before it', () => {
  const wrong = imports.filter(([from, to]) => {
    const layer = layerOf(from);
    if (layerOf(to) !== layer || moduleOf(from) === moduleOf(to) || isAsset(to)) return false;
    return order[layer]!.indexOf(moduleOf(to)) > order[layer]!.indexOf(moduleOf(from));
  });
  expect(wrong).toEqual([]);
});

test('every module of every layer has its line in ARCHITECTURE.md, and nothing else has', () => {
  for (const layer of Object.keys(layers)) {
    const modules = new Set(listModules(layer).map(moduleOf));
    expect([...modules].sort()).toEqual([...order[layer]!].sort());
  }
});

test('imports between folders are by name, within a folder by path', () => {
  const wrong = imports.filter(([from, to]) => {
    const isCrossing = layerOf(to) in layers && folderOf(from) !== folderOf(to) && from.split('/').length > 2;
    return isCrossing && !readFileSync(from, 'utf8').includes(`'#${to}`);
  });
  expect(wrong).toEqual([]);
});

test('the domain uses no package: every page loads parts of it', () => {
  const wrong = listModules('domain').filter((file) => /from '[^#.]/.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});

test('every import leads to a file', () => {
  const broken = imports.filter(([, to]) => !existsSync(to) && !to.startsWith('web/public'));
  expect(broken).toEqual([]);
});

test('every path in ARCHITECTURE.md, CONTRIBUTING.md and the decisions exists', () => {
  const roots = new Set([...Object.keys(layers), 'bench', 'docs', 'e2e', 'scripts']);
  const decisions = readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`);
  const missing = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...decisions].flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map((match) => path.join(path.dirname(page), match[1]!));
    // Paths in backticks, from the root; one that ends with a slash is a folder.
    const mentions = [...text.matchAll(/`#?(\w[\w-]*\/[\w./-]*(?:\/|\.\w+))`/g)].map((match) => match[1]!);
    const paths = [...links, ...mentions.filter((mention) => roots.has(layerOf(mention)))];
    return paths.filter((each) => !existsSync(each)).map((each) => `${page}: ${each}`);
  });
  expect(missing).toEqual([]);
});
