import { type Dimension, emptyQuerySpec, type Grain, type Measure, type Query } from '#domain/query/query.ts';

const { kind: _, ...plain } = emptyQuerySpec('orders');

/** A query that counts rows, with overrides. */
export const queryOf = (overrides: Partial<Query>): Query => ({
  ...plain,
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
  zone: 'UTC',
  now: '2026-11-15T07:30:00Z',
  ...overrides,
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
