import { useSyncExternalStore } from 'react';

import type { Origin } from '#domain/query/query.ts';
import { LateMark } from '#web/freshness/LateMark.tsx';
import type { DashboardRun } from './run.ts';
import type { CardAnswer } from './runner.ts';

type LateOrigin = Origin & { lateSince: string };

const isLate = (origin: Origin): origin is LateOrigin => origin.lateSince !== null;

/** The dataset of a card that has been late for the longest time. */
export function lateOriginOf(answer: CardAnswer | undefined): LateOrigin | undefined {
  const origins = Object.values(answer?.results ?? {}).flatMap(({ proof }) => proof.datasets);
  return origins.filter(isLate).toSorted((a, b) => (a.lateSince < b.lateSince ? -1 : 1))[0];
}

/** Marks a card whose data is late. On a public link, the run reports the latest row after the results. */
export function CardLateMark({ late, run }: { late: LateOrigin; run: DashboardRun }) {
  const rows = useSyncExternalStore(run.subscribe, run.newest);
  const newest = late.newest ?? rows.get(late.id) ?? null;
  return <LateMark since={late.lateSince} newest={newest} loadedAt={late.lastDataAt} />;
}
