import { expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { DetectedColumn, DetectedTable, ColumnMatch } from '#contract/imports/routes.ts';
import { duplicateOf, importOf, isProposed, matchedColumnsOf, missingOf, newColumnsOf } from './column-plans.ts';

const detectedColumn = (name: string, part: Partial<DetectedColumn> = {}): DetectedColumn => ({
  name,
  type: 'text',
  role: 'dimension',
  format: 'plain',
  unit: '',
  doubtful: 0,
  ...part,
});

const table: DetectedTable = {
  name: 'sales',
  rows: 2,
  exact: true,
  columns: [detectedColumn('day', { type: 'date', role: 'time' }), detectedColumn('town'), detectedColumn('note')],
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
const matches: ColumnMatch[] = [
  { source: 0, id: 'c2', by: 'name', moved: true, overlap: 0 },
  { source: 1, id: 'c1', by: 'closeness', moved: true, overlap: 0 },
  { source: 2, id: null, by: 'none', moved: false, overlap: 0 },
  { source: null, id: 'c3', by: 'none', moved: false, overlap: 0 },
];

test('every table with columns is loaded, also the one with notes on skipped sheets', () => {
  expect(isProposed(table)).toBe(true);
  expect(isProposed({ ...table, notes: [{ code: 'sheet_hidden', detail: 'secret' }] })).toBe(true);
  expect(isProposed({ ...table, columns: [] })).toBe(false);
});

test('a new dataset takes the detected columns, with manual changes applied', () => {
  const columns = newColumnsOf(table, { columns: { 1: { name: 'city' }, 2: { isIncluded: false } } });
  const planned = importOf(0, { kind: 'new', name: 'Sales' }, columns);
  expect(planned.dataset).toEqual({ name: 'Sales' });
  expect(planned.columns.map(({ source, name, type }) => [source, name, type])).toEqual([
    [0, 'day', 'date'],
    [1, 'city', 'text'],
  ]);
});

test('columns are mapped to the matching columns of the dataset, with their types', () => {
  const columns = matchedColumnsOf(table, {}, { dataset, matches });
  expect(columns.map(({ id, name, type, matchKind }) => [id, name, type, matchKind])).toEqual([
    ['c2', 'day', 'text', 'moved'],
    ['c1', 'city', 'text', 'renamed'],
    [undefined, 'note', 'text', 'new'],
  ]);
  expect(missingOf(dataset, columns).map((each) => each.id)).toEqual(['c3']);
});

test('a match can be chosen and undone manually', () => {
  const columns = matchedColumnsOf(table, { into: { 1: null, 2: 'c3' } }, { dataset, matches });
  expect(columns.map(({ id, matchKind }) => [id, matchKind])).toEqual([
    ['c2', 'moved'],
    [undefined, 'new'],
    ['c3', 'chosen'],
  ]);
});

test('a duplicate name is detected before the request, unless the column is skipped', () => {
  expect(duplicateOf(newColumnsOf(table, {}))).toBeUndefined();
  expect(duplicateOf(newColumnsOf(table, { columns: { 2: { name: ' Day ' } } }))).toBe(' Day ');
  expect(duplicateOf(newColumnsOf(table, { columns: { 2: { name: 'day', isIncluded: false } } }))).toBeUndefined();
});
