import type { Dimension, Grain, Measure, Query } from '#contract/query.ts';

/** A query with only what is told; it counts rows. */
export const queryOf = (told: Partial<Query>): Query => ({
  dataset: 'orders',
  dimensions: [],
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
  filters: [],
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: [],
  limit: 10_000,
  totals: [],
  zone: 'UTC',
  now: '2026-11-15T07:30:00Z',
  ...told,
});

export const timeOf = (column: string, grain: Grain, id: string = grain.unit): Dimension => ({
  id,
  kind: 'time',
  column,
  grain,
});

export const sumOf = (column: string, show: Measure['show'] = 'value'): Measure => ({
  id: show === 'value' ? 'sum' : show,
  formula: { kind: 'sum', column },
  show,
});
