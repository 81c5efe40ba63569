import type { z } from 'zod';

import { chartNow } from '#contract/dashboard-asks.ts';
import { findCard } from '#contract/dashboard-filters.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { filtersOfPoint } from '#contract/point.ts';
import type { Column, RowsAsk } from '#contract/query.ts';
import type { runRoutes } from '#contract/runs.ts';
import type { SendLine } from '#server/context.ts';
import { answerAsk } from '#server/queries/ask.ts';
import { loadCurrent } from '#server/datasets/current.ts';
import { requireShown } from './shown.ts';
import { loadLooked, type Viewing } from './look.ts';

type RowsInput = z.output<(typeof runRoutes)['POST /dashboards/:id/rows']['input']>;

const most = 1000;

/** Reads the rows behind a point of a card, the newest first. */
export async function answerRows(
  ctx: Viewing,
  input: RowsInput,
  reader: { send: SendLine; signal: AbortSignal },
): Promise<void> {
  const { dashboard } = await loadLooked(ctx, input);
  const ask = rowsOf(dashboard, input);
  await requireShown(ctx, ask.dataset);
  const { source } = await loadCurrent(ctx, ask.dataset);
  const column = timeColumnOf(dashboard, ask, source.columns);
  const order = column === undefined ? [] : [{ column, direction: 'descending' as const }];
  const asked = { ask: { ...ask, order }, zone: input.zone, place: 'card' as const, fresh: false };
  await answerAsk(ctx, asked, reader);
}

function rowsOf(dashboard: Dashboard, { card: id, state, point }: RowsInput): RowsAsk {
  const card = findCard(dashboard, id);
  if (!card) throw new Problem('not_found');
  const chart = card.kind === 'chart' ? chartNow(dashboard, card, state).chart : undefined;
  if (!chart || chart.ask.kind === 'sql') throw new Problem('no_rows_behind');
  const { dataset, filters, period } = chart.ask;
  const marked = filtersOfPoint(chart, point);
  return { kind: 'rows', dataset, columns: [], filters: [...filters, ...marked], period, order: [], limit: most };
}

function timeColumnOf({ time }: Dashboard, { dataset, period }: RowsAsk, columns: Column[]): string | undefined {
  const target = time.targets.find((each) => each.dataset === dataset)?.column;
  const known = period.kind === 'during' ? period.column : target;
  if (known !== undefined && columns.some(({ id }) => id === known)) return known;
  return (columns.find(({ type }) => type === 'time') ?? columns.find(({ type }) => type === 'date'))?.id;
}
