import { type Dimension, emptyAsk, type Grain, type Measure, type Query } from '#contract/query.ts';

const { kind: _, ...plain } = emptyAsk('orders');

/** A query with only what is told; it counts rows. */
export const queryOf = (told: Partial<Query>): Query => ({
  ...plain,
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
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
