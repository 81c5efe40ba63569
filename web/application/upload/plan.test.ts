import { expect, test } from 'vitest';

import type { Dataset, DatasetColumn } from '#contract/datasets.ts';
import type { FoundColumn, FoundTable, Match } from '#contract/imports.ts';
import { clashOf, importOf, isProposed, matchedColumnsOf, missingOf, newColumnsOf } from './plan.ts';

const found = (name: string, part: Partial<FoundColumn> = {}): FoundColumn => ({
  name,
  type: 'text',
  role: 'dimension',
  format: 'plain',
  unit: '',
  doubtful: 0,
  ...part,
});

const table: FoundTable = {
  name: 'sales',
  rows: 2,
  exact: true,
  columns: [found('day', { type: 'date', role: 'time' }), found('town'), found('note')],
  sample: [],
  markers: [],
  styles: [],
  reading: null,
  doubtful: [],
  notes: [],
};

const texts = { en_US: '', zh_CN: '' };
const column = (id: string, name: string): DatasetColumn => ({
  id,
  name,
  type: 'text',
  role: 'dimension',
  format: 'plain',
  unit: '',
  aggregation: 'automatic',
  label: texts,
  description: texts,
});
const dataset = {
  emptyRules: {},
  columns: [column('c1', 'city'), column('c2', 'day'), column('c3', 'amount')],
} as Dataset;
const matches: Match[] = [
  { source: 0, id: 'c2', by: 'name', moved: true, overlap: 0 },
  { source: 1, id: 'c1', by: 'closeness', moved: true, overlap: 0 },
  { source: 2, id: null, by: 'none', moved: false, overlap: 0 },
  { source: null, id: 'c3', by: 'none', moved: false, overlap: 0 },
];

test('every table with columns is loaded, also the one that tells of skipped sheets', () => {
  expect(isProposed(table)).toBe(true);
  expect(isProposed({ ...table, notes: [{ code: 'sheet_hidden', detail: 'secret' }] })).toBe(true);
  expect(isProposed({ ...table, columns: [] })).toBe(false);
});

test('a new dataset takes the columns as they were found, with what was changed by hand', () => {
  const columns = newColumnsOf(table, { columns: { 1: { name: 'city' }, 2: { kept: false } } });
  const planned = importOf(0, { kind: 'new', name: 'Sales' }, columns);
  expect(planned.dataset).toEqual({ name: 'Sales' });
  expect(planned.columns.map(({ source, name, type }) => [source, name, type])).toEqual([
    [0, 'day', 'date'],
    [1, 'city', 'text'],
  ]);
});

test('columns go into those of the dataset that they match, with the dataset’s types', () => {
  const columns = matchedColumnsOf(table, {}, { dataset, matches });
  expect(columns.map(({ id, name, type, how }) => [id, name, type, how])).toEqual([
    ['c2', 'day', 'text', 'moved'],
    ['c1', 'city', 'text', 'renamed'],
    [undefined, 'note', 'text', 'new'],
  ]);
  expect(missingOf(dataset, columns).map((each) => each.id)).toEqual(['c3']);
});

test('a match can be chosen and undone by hand', () => {
  const columns = matchedColumnsOf(table, { into: { 1: null, 2: 'c3' } }, { dataset, matches });
  expect(columns.map(({ id, how }) => [id, how])).toEqual([
    ['c2', 'moved'],
    [undefined, 'new'],
    ['c3', 'chosen'],
  ]);
});

test('two columns with one name are noticed before the server is asked, skipped ones are not', () => {
  expect(clashOf(newColumnsOf(table, {}))).toBeUndefined();
  expect(clashOf(newColumnsOf(table, { columns: { 2: { name: ' Day ' } } }))).toBe(' Day ');
  expect(clashOf(newColumnsOf(table, { columns: { 2: { name: 'day', kept: false } } }))).toBeUndefined();
});
