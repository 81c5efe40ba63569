import type { z } from 'zod';

import { defaultTimeColumnOf } from '#server/execution/newest-rows.ts';
import { currentChartOf, timeColumnOf } from '#domain/dashboard/queries.ts';
import { type Dashboard, findCard } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { filtersOfPoint } from '#domain/dashboard/point-filters.ts';
import type { Column, RowsQuerySpec } from '#domain/query/query.ts';
import type { runRoutes } from '#contract/dashboards/runs.ts';
import type { SendLine } from '#server/context.ts';
import { streamAnswer } from '#server/queries/stream-answer.ts';
import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import { requireVisibleDataset } from './visible-dataset.ts';
import { loadViewedDashboard, type DashboardContext } from './load-dashboard.ts';

type PointRowsInput = z.output<(typeof runRoutes)['POST /dashboards/:id/rows']['input']>;

const maxRows = 1000;

/** Answers with the rows behind a point of a card, newest first. */
export async function answerPointRows(
  ctx: DashboardContext,
  input: PointRowsInput,
  reader: { send: SendLine; signal: AbortSignal },
): Promise<void> {
  const { dashboard } = await loadViewedDashboard(ctx, input);
  const spec = rowsSpecOf(dashboard, input);
  await requireVisibleDataset(ctx, spec.dataset);
  const { source } = await loadCurrentSnapshot(ctx, spec.dataset);
  const column = orderColumnOf(dashboard, spec, source.columns);
  const order = column === undefined ? [] : [{ column, direction: 'descending' as const }];
  const queryRequest = { ask: { ...spec, order }, zone: input.zone, place: 'card' as const, fresh: false };
  await streamAnswer(ctx, queryRequest, reader);
}

function rowsSpecOf(dashboard: Dashboard, { card: id, state, point }: PointRowsInput): RowsQuerySpec {
  const card = findCard(dashboard, id);
  if (!card) throw new Problem('not_found');
  const chart = card.kind === 'chart' ? currentChartOf(dashboard, card, state).chart : undefined;
  if (!chart || chart.ask.kind === 'sql') throw new Problem('no_rows_behind');
  const { dataset, filters, period } = chart.ask;
  const pointFilters = filtersOfPoint(chart, point);
  return {
    kind: 'rows',
    dataset,
    columns: [],
    filters: [...filters, ...pointFilters],
    period,
    order: [],
    limit: maxRows,
  };
}

function orderColumnOf(
  dashboard: Dashboard,
  { dataset, period }: RowsQuerySpec,
  columns: Column[],
): string | undefined {
  const column = period.kind === 'during' ? period.column : timeColumnOf(dashboard, dataset);
  return columns.some(({ id }) => id === column) ? column : defaultTimeColumnOf(columns);
}
