import { expect, test } from 'vitest';

import type { Dashboard } from './dashboard.ts';
import { usesOf } from './uses.ts';

const none = { en_US: '', zh_CN: '' };

test('collects columns of dimensions, measures, filters, periods, paths, controls and the time range', () => {
  const dashboard: Dashboard = {
    format: 1,
    title: none,
    description: none,
    refresh: 0,
    time: { span: null, compare: { kind: 'none' }, targets: [{ kind: 'column', dataset: 'orders', column: 'at' }] },
    controls: [
      {
        id: 'city',
        label: none,
        isMany: true,
        value: { kind: 'select', values: [] },
        targets: [
          { kind: 'column', dataset: 'orders', column: 'city' },
          { kind: 'param', card: 'sql', param: 'city' },
        ],
      },
    ],
    tabs: [
      {
        id: 'tab',
        title: none,
        cards: [
          {
            id: 'card',
            kind: 'chart',
            title: none,
            place: { x: 0, y: 0, width: 1, height: 1 },
            time: 'own',
            path: [{ kind: 'value', column: 'street' }],
            link: null,
            chart: {
              drawing: { kind: 'bar', options: {} },
              ask: {
                kind: 'query',
                dataset: 'orders',
                dimensions: [{ id: 'd', kind: 'value', column: 'province' }],
                measures: [
                  {
                    id: 'm',
                    show: 'value',
                    formula: {
                      kind: 'divide',
                      left: { kind: 'sum', column: 'paid' },
                      right: { kind: 'metric', metric: 'margin' },
                    },
                  },
                ],
                filters: [{ op: 'not', filter: { op: 'any', filters: [{ op: 'empty', column: 'note' }] } }],
                period: {
                  kind: 'during',
                  column: 'at',
                  span: { kind: 'range', from: '2026-01-01', to: '2026-01-31' },
                  compare: { kind: 'none' },
                },
                top: { kind: 'every' },
                order: [],
                limit: 10,
                totals: [],
              },
            },
          },
        ],
      },
    ],
  };
  expect(usesOf(dashboard)).toEqual([
    {
      kind: 'card',
      id: 'card',
      dataset: 'orders',
      columns: ['paid', 'province', 'note', 'at', 'street'],
      metrics: ['margin'],
    },
    { kind: 'control', id: 'city', dataset: 'orders', columns: ['city'], metrics: [] },
    { kind: 'time', id: '', dataset: 'orders', columns: ['at'], metrics: [] },
  ]);
});
