import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { type DatabaseKind, databases } from '#domain/databases.ts';
import type { Origin } from '#domain/query/query.ts';
import { formatInstant, newestText } from '#display/format/date.ts';
import { formatNumber } from '#display/format/number.ts';
import { capitalize } from '#display/words/subject.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useZone } from '#web/shell/preferences.ts';
import { agoOf, clockOf } from '#web/ui/ago.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useSource } from './dashboard-source.ts';
import style from './Freshness.module.css';
import { type DashboardRun, useAnswers, useRunProgress } from './run.ts';
import type { CardAnswer, DashboardRunProgress } from './runner.ts';

/** When the data of an origin was last known to be current. */
const dataTimeOf = ({ connection, lastDataAt }: Origin): string | null => connection?.asOf ?? lastDataAt;

/** The oldest data among the displayed results. */
function oldestOf(answers: ReadonlyMap<string, CardAnswer>): Origin | undefined {
  const origins = [...answers.values()].flatMap(({ results }) =>
    Object.values(results).flatMap(({ proof }) => proof.datasets),
  );
  return origins
    .filter((origin) => dataTimeOf(origin) !== null)
    .toSorted((a, b) => (dataTimeOf(a)! < dataTimeOf(b)! ? -1 : 1))
    .at(0);
}

/** The current time, updated at an interval. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

const liveMs = 24 * 60 * 60 * 1000;

/** How fresh the displayed data is: its latest row, and when rows were loaded; for a database, its name. */
export function DataAge({ run }: { run: DashboardRun }) {
  const oldest = oldestOf(useAnswers(run));
  const rows = useSyncExternalStore(run.subscribe, run.newest);
  if (!oldest) return null;
  const { id, connection, isPushed } = oldest;
  return (
    <OriginAge
      at={dataTimeOf(oldest)!}
      database={connection?.kind}
      pushedTo={isPushed ? id : undefined}
      newestRow={rows.get(id)}
    />
  );
}

type OriginAgeProps = {
  at: string;
  database: DatabaseKind | undefined;
  /** The dataset that the rows are pushed to. */
  pushedTo: string | undefined;
  newestRow: string | undefined;
};

// Memoized: each answer of a run contains its origin, which is usually the same one.
const OriginAge = memo(function OriginAge({ at, database, pushedTo, newestRow }: OriginAgeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const now = useNow(15_000);
  const pushed = usePushedNewest(pushedTo);
  const isPushed = pushedTo !== undefined;
  const newest = isPushed ? pushed : newestRow;
  const ago = agoOf(at, now, language);
  // Pushed data is live while it arrives, but not after its source has stopped sending.
  const isLive = isPushed && now - Date.parse(at) < liveMs;
  const kind = database ? 'asOf' : isLive ? 'live' : isPushed ? 'pushed' : 'loaded';
  const texts = { engine: database && databases[database].name, at: clockOf(at, now, zone), ago };
  const state = ago === undefined ? t(`dashboard.view.${kind}Now`, texts) : t(`dashboard.view.${kind}`, texts);
  const row = newest && newestText(newest, zone);
  return (
    <span className={style['age']} title={`${formatInstant(at, zone)} (${zone})`}>
      <i data-fresh={(isPushed || database !== undefined) && ago === undefined} aria-hidden />
      {row ? t('dashboard.view.newestRow', { row, state }) : capitalize(state)}
    </span>
  );
});

/** The latest row of pushed data, which the server determines periodically; not available on public links. */
function usePushedNewest(dataset: string | undefined): string | undefined {
  const { subjects } = useSource();
  const { data } = useQuery({
    ...datasetQuery(dataset ?? ''),
    select: ({ newest }: Dataset) => newest,
    enabled: dataset !== undefined && !subjects,
    throwOnError: false,
    retry: false,
  });
  return data ?? undefined;
}

const [showAfterMs, showElapsedAfterMs] = [300, 2000];

/** Progress of a run: shown after a delay, later with the elapsed time; can be cancelled. */
function RunStatus({
  progress,
  total,
  onCancel,
}: {
  progress: DashboardRunProgress;
  total: number;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [elapsed, setElapsed] = useState(() => performance.now() - progress.startedAt);
  useEffect(() => {
    const timer = setInterval(() => setElapsed(performance.now() - progress.startedAt), 100);
    return () => clearInterval(timer);
  }, [progress.startedAt]);
  if (elapsed < showAfterMs) return null;
  const number = (value: number) => formatNumber(value, language);
  const text =
    progress.position > 0
      ? t('explore.queued', { count: progress.position })
      : t('dashboard.view.going', {
          done: number(total - progress.pending.size),
          of: number(total),
          count: total,
        });
  return (
    <span className={style['going']} role="status">
      <span className="numbers">{text}</span>
      {elapsed > showElapsedAfterMs && (
        <span className="numbers">{t('explore.elapsed', { seconds: number(Math.floor(elapsed / 1000)) })}</span>
      )}
      <Button size="small" type="text" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </span>
  );
}

/** Age of the data, and the progress of a run. */
export function Freshness({ run, total }: { run: DashboardRun; total: number }) {
  const progress = useRunProgress(run);
  return (
    <div className={style['freshness']}>
      {progress && <RunStatus key={progress.startedAt} progress={progress} total={total} onCancel={run.cancel} />}
      <DataAge run={run} />
    </div>
  );
}
