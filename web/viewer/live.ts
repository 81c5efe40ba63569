import { useEffect, useRef } from 'react';

import { type DashboardUse, usesOf } from '#domain/dashboard/uses.ts';
import { relationStepOf } from '#domain/query/relation.ts';
import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { type LiveMessage, watchChanges } from '#web/http/live.ts';
import { answersOf, type DashboardRun } from './run.ts';

// Throttle: a busy push reports changes many times a second.
const throttleMs = 1_000;
const allDatasets = '';

// Metrics may use related columns, too.
const mayUseRelated = ({ columns, metrics }: DashboardUse) =>
  metrics.length > 0 || columns.some((column) => relationStepOf(column).relation !== '');

/**
 * The cards that use a dataset; for SQL and related datasets, according to the proof of their last result. A card without
 * one may have failed because of a related dataset.
 */
function cardsUsing(dataset: string, dashboard: Dashboard, run: DashboardRun): string[] {
  const answers = [...answersOf(run, run.cards().keys())];
  const isAnswered = (id: string) =>
    answers.some(([card, { results }]) => card === id && Object.keys(results).length > 0);
  const byParts = usesOf(dashboard).flatMap((use) => {
    const isAffected = use.dataset === dataset || (mayUseRelated(use) && !isAnswered(use.id));
    return use.kind === 'card' && isAffected ? [use.id] : [];
  });
  const byProof = answers.flatMap(([card, { results }]) => {
    const origins = Object.values(results).flatMap(({ proof }) => proof.datasets);
    return origins.some(({ id }) => id === dataset) ? [card] : [];
  });
  return [...new Set([...byParts, ...byProof])];
}

/** A data change, from the live connection of a member or of a share. */
type DataChange = LiveMessage | { kind: 'dataset'; id: string };
export type WatchData = (watcher: (change: DataChange) => void) => () => void;

/**
 * Runs the affected cards again when rows arrive or become late, at most once a second. A deleted, restored or newly shared dataset
 * is reported as a change of its application; as that is rare, all cards run again.
 */
export function useLiveCards(dashboard: Dashboard, run: DashboardRun, watch: WatchData = watchChanges): void {
  const latest = useRef(dashboard);
  useEffect(() => {
    latest.current = dashboard;
  });
  useEffect(() => {
    const due = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = -Infinity;
    const runDue = () => {
      timer = undefined;
      last = performance.now();
      const datasets = [...due];
      due.clear();
      if (datasets.includes(allDatasets)) return run.rerun({});
      return run.rerun({ cards: datasets.flatMap((each) => cardsUsing(each, latest.current, run)) });
    };
    const handleChange = (change: DataChange) => {
      if (change.kind === 'missed') run.rerun({});
      const isLateChanged = change.kind === 'freshness' && change.isLateChanged;
      const isOfDataset = change.kind === 'dataset';
      // Cards without rows may get some by changed rules.
      const isOfAll = ['application', 'access', 'row_rules', 'row_scope'].includes(change.kind);
      if (!(isOfDataset || isOfAll || isLateChanged) || (change.kind === 'access' && change.thing === 'dashboard'))
        return;
      due.add(isOfDataset || change.kind === 'freshness' ? change.id : allDatasets);
      timer ??= setTimeout(runDue, Math.max(0, last + throttleMs - performance.now()));
    };
    const unwatch = watch(handleChange);
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  }, [run, watch]);
}

/** Refreshes at the author's interval while the page is visible. */
export function useRefresh(seconds: number, rerun: DashboardRun['rerun']): void {
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setInterval(() => document.hidden || rerun({}), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, rerun]);
}
