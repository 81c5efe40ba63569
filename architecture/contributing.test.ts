import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

import { listImports, listSources, sourceFolders } from './sources.ts';

/** Text of a section of CONTRIBUTING.md. */
function sectionOf(title: string): string {
  const [, section] = readFileSync('CONTRIBUTING.md', 'utf8').split(`\n### ${title}\n`);
  return section!.split('\n### ')[0]!;
}

const sources = sourceFolders.flatMap(listSources);
const imports = sources.flatMap(listImports);
const importsOf = (file: string) => new Set(imports.filter(([from]) => from === file).map(([, to]) => to));
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

/** A file that imports the same-named file of at least this many features is a list of features. */
const listSize = 4;

/** Files outside features that list them: they import the file of the same name from the folders of several features. */
function listRegistries(): string[] {
  const features = new Map<string, Set<string>>();
  for (const [from, to] of imports) {
    const [layer, folder, name, deeper] = to.split(path.sep);
    if (isTest(from) || !name || deeper || path.dirname(from) === path.dirname(to)) continue;
    const key = `${from} ${layer}/*/${name}`;
    features.set(key, (features.get(key) ?? new Set()).add(folder!));
  }
  return [...features].filter(([, folders]) => folders.size >= listSize).map(([key]) => key.split(' ')[0]!);
}

test('every file that lists features is named in the steps for adding one', () => {
  const section = sectionOf('A feature');
  expect(listRegistries().length).toBeGreaterThan(0);
  expect(listRegistries().filter((file) => !section.includes(`\`${file}\``))).toEqual([]);
});

test.each([
  [/^contract\/[\w-]+\/routes\.ts$/, ['contract/feature-routes.ts', 'contract/api.ts']],
  [/^contract\/[\w-]+\/errors\.ts$/, ['contract/feature-errors.ts']],
  [/^contract\/[\w-]+\/live\.ts$/, ['contract/live/changes.ts']],
  [/^server\/[\w-]+\/routes\.ts$/, ['server/http/app.ts']],
])('every feature file that matches %s is imported by its lists', (pattern, lists) => {
  const listed = new Set(lists.flatMap((list) => [...importsOf(list)]));
  expect(sources.filter((file) => pattern.test(file) && !listed.has(file))).toEqual([]);
});

test('every descriptor of a chart kind is registered where the steps say', () => {
  const section = sectionOf('A chart kind');
  const registry = 'display/charts/all-kinds.ts';
  expect(section).toContain(`\`${registry}\``);
  const descriptors = sources.filter((file) => file.startsWith('display/charts/kinds/') && !isTest(file));
  expect(descriptors.length).toBeGreaterThan(0);
  expect(descriptors.filter((file) => !importsOf(registry).has(file))).toEqual([]);
  // No other file names a kind: descriptors are imported only through this list.
  const others = imports.filter(([from, to]) => to.startsWith('display/charts/kinds/') && !isTest(from));
  expect([...new Set(others.map(([from]) => from))].filter((file) => file !== registry)).toEqual([]);
});

test('every file that the steps name exists', () => {
  const steps = ['A feature', 'A chart kind', 'A migration', 'A text'].map(sectionOf).join('\n');
  const files = [...steps.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.\w+)`/g)].map((match) => match[1]!);
  expect(files.length).toBeGreaterThan(20);
  // API paths are not files.
  expect(files.filter((file) => !file.startsWith('api/') && !existsSync(file))).toEqual([]);
});
