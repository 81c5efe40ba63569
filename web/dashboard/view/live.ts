import { useEffect, useRef } from 'react';

import { usesOf } from '#contract/dashboard-uses.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { type Heard, watchChanges } from '#web/http/live.ts';
import type { Run } from './run.ts';

// A busy push tells of a change many times a second; nobody reads that fast.
const pause = 1_000;

/** The cards that show something of a dataset; what SQL reads is known from its last answer. */
function cardsAbout(dataset: string, dashboard: Dashboard, { answers }: Pick<Run, 'answers'>): string[] {
  const byParts = usesOf(dashboard).flatMap((use) => (use.kind === 'card' && use.dataset === dataset ? [use.id] : []));
  const byProof = [...answers].flatMap(([card, { results }]) => {
    const origins = Object.values(results).flatMap(({ proof }) => proof.datasets);
    return origins.some(({ id }) => id === dataset) ? [card] : [];
  });
  return [...new Set([...byParts, ...byProof])];
}

/** When rows arrive, only the cards that show them are asked again, at most once a second. */
export function useLiveCards(dashboard: Dashboard, run: Run): void {
  const latest = useRef({ dashboard, run });
  useEffect(() => {
    latest.current = { dashboard, run };
  });
  useEffect(() => {
    const due = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = -Infinity;
    const ask = () => {
      timer = undefined;
      last = performance.now();
      const { answers, again } = latest.current.run;
      const datasets = [...due];
      due.clear();
      again({ cards: datasets.flatMap((dataset) => cardsAbout(dataset, latest.current.dashboard, { answers })) });
    };
    const hear = (heard: Heard) => {
      if (heard.kind === 'missed') latest.current.run.again({});
      if (heard.kind !== 'dataset') return;
      due.add(heard.id);
      timer ??= setTimeout(ask, Math.max(0, last + pause - performance.now()));
    };
    const unwatch = watchChanges(hear);
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  }, []);
}

/** Asks again from time to time, as the author wished, while someone looks. */
export function useRefresh(seconds: number, again: Run['again']): void {
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setInterval(() => document.hidden || again({}), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, again]);
}
