import { queryOptions, useQueries } from '@tanstack/react-query';

import { cardsOf, type ChartCard, type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import type { Result } from '#domain/query/query.ts';
import type { CardAnswer } from '#web/viewer/runner.ts';
import { sendRun } from '#web/viewer/dashboard-source.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { queryClient } from '#web/http/query-client.ts';
import { useZone } from '#web/shell/preferences.ts';
import { changeOf } from './change.ts';

/** A number card of a followed dashboard, with its answer and relative change. */
export type NumberChange = { id: string; dashboard: Dashboard; card: ChartCard; answer: CardAnswer; change: number };

const minute = 60_000;
/** Maximum numbers per dashboard, so that one dashboard does not fill the list. */
const maxPerDashboard = 3;

const numberCardsOf = (dashboard: Dashboard): ChartCard[] =>
  cardsOf(dashboard)
    .filter((card) => card.kind === 'chart')
    .filter(({ chart }) => chart.drawing.kind === 'figure')
    .slice(0, maxPerDashboard);

async function loadNumberChanges(id: string, zone: string, signal: AbortSignal): Promise<NumberChange[]> {
  const saved = await queryClient.ensureQueryData(dashboardQuery(id));
  const { dashboard } = saved;
  if (dashboard.format !== 1) return [];
  const numberCards = numberCardsOf(dashboard);
  if (numberCards.length === 0) return [];
  const results = new Map<string, Record<string, Result>>();
  const cards = numberCards.map((card) => card.id);
  await sendRun(
    { id, draft: false, state: defaultState, zone, cards, first: cards, fresh: false },
    {
      signal,
      // Failed cards are left out.
      onEvent: (message) => {
        if (message.kind !== 'result') return;
        results.set(message.card, { ...results.get(message.card), [message.name]: message.result });
      },
    },
  );
  return numberCards.flatMap((card) => {
    const cardResults = results.get(card.id);
    if (!cardResults?.['']) return [];
    const runState = { dashboard, state: defaultState };
    const answer = { results: cardResults, errors: {}, request: runState, error: undefined };
    return [{ id, dashboard, card, answer, change: changeOf(cardResults['']) }];
  });
}

const numberChangesQuery = (id: string, zone: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'moves', zone],
    queryFn: ({ signal }) => loadNumberChanges(id, zone, signal),
    staleTime: minute,
    refetchInterval: minute,
    throwOnError: false,
    retry: false,
  });

/** The changed numbers of these dashboards, the largest change first. */
export function useNumberChanges(dashboards: string[]): { changes: NumberChange[]; isPending: boolean } {
  const zone = useZone();
  return useQueries({
    queries: dashboards.map((id) => numberChangesQuery(id, zone)),
    combine: (queries) => ({
      changes: queries
        .flatMap(({ data }) => data ?? [])
        .filter(({ change }) => change !== 0)
        .sort((a, b) => Math.abs(b.change) - Math.abs(a.change)),
      isPending: queries.some(({ isPending }) => isPending),
    }),
  });
}
