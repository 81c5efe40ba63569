import { queryOptions, useQueries } from '@tanstack/react-query';

import { cardsOf, type ChartCard, type Dashboard, plainState } from '#contract/dashboard.ts';
import type { Result } from '#contract/query.ts';
import type { CardAnswer } from '#web/dashboard/view/runner.ts';
import { sendRun } from '#web/dashboard/view/send.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { queryClient } from '#web/http/queries.ts';
import { useZone } from '#web/shell/preferences.ts';
import { changeOf } from './change.ts';

/** A figure of a dashboard that one follows, with its answer and by what share it changed. */
export type Move = { id: string; dashboard: Dashboard; card: ChartCard; answer: CardAnswer; change: number };

const minute = 60_000;
/** So many figures of one dashboard, so that one does not push all others away. */
const mostOfOne = 3;

const figuresOf = (dashboard: Dashboard): ChartCard[] =>
  cardsOf(dashboard)
    .filter((card) => card.kind === 'chart')
    .filter(({ chart }) => chart.drawing.kind === 'figure')
    .slice(0, mostOfOne);

async function loadMoves(id: string, zone: string, signal: AbortSignal): Promise<Move[]> {
  const saved = await queryClient.ensureQueryData(dashboardQuery(id));
  const { dashboard } = saved;
  if (dashboard.format !== 1) return [];
  const figures = figuresOf(dashboard);
  if (figures.length === 0) return [];
  const results = new Map<string, Record<string, Result>>();
  const cards = figures.map((card) => card.id);
  await sendRun(
    { id, draft: false, state: plainState, zone, cards, first: cards, fresh: false },
    {
      signal,
      // What cannot be answered has not moved.
      hear: (heard) => {
        if (heard.kind !== 'result') return;
        results.set(heard.card, { ...results.get(heard.card), [heard.name]: heard.result });
      },
    },
  );
  return figures.flatMap((card) => {
    const own = results.get(card.id);
    if (!own?.['']) return [];
    const asked = { dashboard, state: plainState };
    const answer = { results: own, errors: {}, asked, error: undefined };
    return [{ id, dashboard, card, answer, change: changeOf(own['']) }];
  });
}

const movesQuery = (id: string, zone: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'moves', zone],
    queryFn: ({ signal }) => loadMoves(id, zone, signal),
    staleTime: minute,
    refetchInterval: minute,
    throwOnError: false,
    retry: false,
  });

/** What moved in these dashboards, the largest change first. */
export function useMoves(dashboards: string[]): { moves: Move[]; isPending: boolean } {
  const zone = useZone();
  return useQueries({
    queries: dashboards.map((id) => movesQuery(id, zone)),
    combine: (found) => ({
      moves: found
        .flatMap(({ data }) => data ?? [])
        .filter(({ change }) => change !== 0)
        .sort((one, other) => Math.abs(other.change) - Math.abs(one.change)),
      isPending: found.some(({ isPending }) => isPending),
    }),
  });
}
