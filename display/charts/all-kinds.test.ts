import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { languageCodes } from '#domain/language.ts';
import { defaultOptions } from '#domain/query/chart.ts';
import { chartKinds } from '#domain/query/chart-kinds.ts';
import { chartKindDescriptors } from './all-kinds.ts';
import { suitsColumns } from './refusal.ts';
import { loadSample } from './samples.ts';

const fileOf = (kind: string) => `${kind.replaceAll('_', '-')}.ts`;

test('every chart kind has exactly one descriptor file, and every descriptor file is a kind', () => {
  expect(readdirSync('display/charts/kinds').sort()).toEqual(chartKinds.map(fileOf).sort());
  expect(Object.keys(chartKindDescriptors)).toEqual(chartKinds);
});

test.each(chartKinds)('%s has names, options that exist and a sample that it can show', async (kind) => {
  const { texts, options, dimensions, measures } = chartKindDescriptors[kind];
  expect([dimensions, measures].every(([min, max]) => min <= max)).toBe(true);
  expect(options.filter((option) => !(option in defaultOptions))).toEqual([]);
  for (const language of languageCodes) {
    expect(texts[language].when).toMatch(/[.。]$/);
    const { title, frame } = await loadSample(kind, language);
    expect(title).not.toBe('');
    expect(suitsColumns(kind, frame)).toBe(true);
  }
});

test.each(languageCodes)('no two chart kinds have the same name in %s', (language) => {
  const names = chartKinds.map((kind) => chartKindDescriptors[kind].texts[language].name);
  expect(new Set(names).size).toBe(names.length);
});

test('no other source file lists the chart kinds', () => {
  // The table of traits and the list of descriptors; everything else derives from them.
  const lists = ['domain/query/chart-kinds.ts', 'display/charts/all-kinds.ts'];
  const others = ['domain', 'contract', 'display', 'server', 'web'].flatMap((layer) =>
    readdirSync(layer, { recursive: true, encoding: 'utf8' }).map((file) => `${layer}/${file}`),
  );
  const isList = (text: string) => chartKinds.every((kind) => new RegExp(`\\b${kind}\\b`).test(text));
  const listing = others.filter((file) => /\.(tsx?|json)$/.test(file) && isList(readFileSync(file, 'utf8')));
  expect(listing.sort()).toEqual(lists.sort());
});
