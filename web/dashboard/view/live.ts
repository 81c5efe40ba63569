import { useEffect, useRef } from 'react';

import { usesOf } from '#contract/dashboard-uses.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { type Heard, watchChanges } from '#web/http/live.ts';
import { answersOf, type Run } from './run.ts';

// A busy push tells of a change many times a second; nobody reads that fast.
const pause = 1_000;
const every = '';

/** The cards that show something of a dataset; what SQL reads is known from its last answer. */
function cardsAbout(dataset: string, dashboard: Dashboard, run: Run): string[] {
  const byParts = usesOf(dashboard).flatMap((use) => (use.kind === 'card' && use.dataset === dataset ? [use.id] : []));
  const byProof = [...answersOf(run, run.cards().keys())].flatMap(([card, { results }]) => {
    const origins = Object.values(results).flatMap(({ proof }) => proof.datasets);
    return origins.some(({ id }) => id === dataset) ? [card] : [];
  });
  return [...new Set([...byParts, ...byProof])];
}

/** What is heard of data: from the product, or through a link, which tells less. */
type Told = Heard | { kind: 'dataset'; id: string };
export type Watch = (watcher: (heard: Told) => void) => () => void;

/**
 * When rows arrive, only the cards that show them are asked again, at most once a second. A dataset that goes, or comes
 * back, or may be seen by others now, is told as a change of its application; as that is seldom, all are asked.
 */
export function useLiveCards(dashboard: Dashboard, run: Run, watch: Watch = watchChanges): void {
  const latest = useRef(dashboard);
  useEffect(() => {
    latest.current = dashboard;
  });
  useEffect(() => {
    const due = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = -Infinity;
    const ask = () => {
      timer = undefined;
      last = performance.now();
      const datasets = [...due];
      due.clear();
      if (datasets.includes(every)) return run.again({});
      return run.again({ cards: datasets.flatMap((each) => cardsAbout(each, latest.current, run)) });
    };
    const hear = (heard: Told) => {
      if (heard.kind === 'missed') run.again({});
      const isOfData = heard.kind === 'dataset' || heard.kind === 'application' || heard.kind === 'access';
      if (!isOfData || (heard.kind === 'access' && heard.thing !== 'application')) return;
      due.add(heard.kind === 'dataset' ? heard.id : every);
      timer ??= setTimeout(ask, Math.max(0, last + pause - performance.now()));
    };
    const unwatch = watch(hear);
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  }, [run, watch]);
}

/** Asks again from time to time, as the author wished, while someone looks. */
export function useRefresh(seconds: number, again: Run['again']): void {
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setInterval(() => document.hidden || again({}), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, again]);
}
