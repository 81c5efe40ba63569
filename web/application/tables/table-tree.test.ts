import { expect, test } from 'vitest';

import type { ConnectedTable } from '#contract/connections/routes.ts';
import { groupTables, tableKeyOf, treeRowsOf } from './table-tree.ts';

const tableOf = (schema: string, name: string, comment = ''): ConnectedTable => ({
  schema,
  name,
  comment,
  kind: 'table',
  rows: null,
  dataset: null,
});
const orders = tableOf('sales', 'orders', '订单');
const tables = [orders, tableOf('sales', 'customers'), tableOf('web', 'visits')];
const namesOf = (search: string) =>
  groupTables(tables, search).flatMap((group) => group.tables.map(({ name }) => name));
const closed = { areOpen: false, toggled: new Set<string>(), columns: new Map() };

test('a search finds tables by schema, name and comment', () => {
  expect(namesOf('SALES')).toEqual(['orders', 'customers']);
  expect(namesOf('sales.ord')).toEqual(['orders']);
  expect(namesOf('订单')).toEqual(['orders']);
  expect(namesOf('web vis')).toEqual(['visits']);
  expect(namesOf('nothing')).toEqual([]);
  expect(namesOf(' ')).toHaveLength(3);
});

test('only open schemas list their tables', () => {
  const groups = groupTables(tables, '');
  expect(treeRowsOf(groups, closed).map(({ kind }) => kind)).toEqual(['schema', 'schema']);
  const toggled = new Set(['web']);
  expect(treeRowsOf(groups, { ...closed, toggled }).map(({ kind }) => kind)).toEqual(['schema', 'schema', 'table']);
  expect(treeRowsOf(groups, { ...closed, areOpen: true, toggled })).toHaveLength(4);
});

test('an open table lists its columns, or why it has none', () => {
  const kindsOf = (columns: unknown, error: unknown = null) =>
    treeRowsOf(groupTables([orders], ''), {
      ...closed,
      areOpen: true,
      columns: new Map([[tableKeyOf(orders), { columns, error } as never]]),
    })
      .slice(2)
      .map(({ kind }) => kind);
  expect(kindsOf([{ name: 'id', type: 'integer', declared: 'int4', comment: '' }])).toEqual(['column']);
  expect(kindsOf(undefined)).toEqual(['waiting']);
  expect(kindsOf([])).toEqual(['noColumns']);
  expect(kindsOf(undefined, new Error('gone'))).toEqual(['failed']);
});

test('tables with separators in their names have different keys', () => {
  expect(tableKeyOf(tableOf('a.b', 'c'))).not.toBe(tableKeyOf(tableOf('a', 'b.c')));
});
