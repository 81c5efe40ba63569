import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Against, AlertCondition, AlertWatch } from '#contract/alerts/schemas.ts';
import type { Alert, NewAlert, Backtest, Schedule } from '#contract/alerts/routes.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import type { QuerySubject } from '#display/words/subject.ts';
import { backtestQuery } from '#web/http/alerts.ts';
import { type SqlAlertSource, sqlWatchOf } from './sql-watch.ts';
import { minutesFor, thresholdOf, watchOf } from './watch.ts';

/** State of the alert form. Without a value, one is suggested from past values. */
export type AlertDraft = {
  name: string;
  measure: string;
  watch: AlertWatch;
  kind: AlertCondition['kind'];
  value: number | null;
  percent: number;
  against: Against;
  schedule: Schedule;
  channels: string[];
};

/** What an alert is created from: a query, or SQL with its result. */
export type AlertSource = { title: string; origin: NewAlert['origin'] } & ({ spec: BuiltQuerySpec } | SqlAlertSource);

export const isSqlSource = (source: AlertSource): source is AlertSource & SqlAlertSource => 'result' in source;

export function draftOf(source: AlertSource, subject: QuerySubject, zone: string): AlertDraft {
  if (isSqlSource(source)) {
    const watch = sqlWatchOf(source, zone);
    return newDraft({ title: source.title || watch.value, measure: '', watch });
  }
  const measure = source.spec.measures[0]!.id;
  return newDraft({ title: source.title, measure, watch: watchOf(source.spec, subject, measure) });
}

function newDraft({ title, measure, watch }: Pick<AlertDraft, 'measure' | 'watch'> & { title: string }): AlertDraft {
  return {
    name: title.slice(0, 100),
    measure,
    watch,
    kind: 'below',
    value: null,
    percent: 20,
    against: 'previous',
    schedule: { kind: 'every', minutes: minutesFor(watch.time) },
    channels: [],
  };
}

export function draftOfAlert({ name, watch, condition, schedule, channels }: Alert): AlertDraft {
  return {
    name,
    measure: '',
    watch,
    kind: condition.kind,
    value: 'value' in condition ? condition.value : null,
    percent: 'percent' in condition ? condition.percent : 20,
    against: 'against' in condition ? condition.against : 'previous',
    schedule,
    channels,
  };
}

function conditionOf({ kind, value, percent, against }: AlertDraft, suggested: number): AlertCondition {
  if (kind === 'no_data') return { kind };
  if (kind === 'rises' || kind === 'falls') return { kind, percent, against };
  return { kind, value: value ?? suggested };
}

export type DraftBacktest = {
  condition: AlertCondition;
  backtest: Backtest | undefined;
  isStale: boolean;
  error: Error | null;
  onRetry: () => void;
};

/**
 * Backtests the draft. Without a value, the past values are loaded first to suggest a threshold they seldom reached.
 */
export function useBacktest(draft: AlertDraft, { zone, origin }: Pick<NewAlert, 'zone' | 'origin'>): DraftBacktest {
  const { watch, kind, value } = draft;
  const context = { watch, zone, origin };
  const needsSuggestion = (kind === 'above' || kind === 'below') && value === null;
  const past = useQuery({ ...backtestQuery({ ...context, condition: { kind: 'no_data' } }), enabled: needsSuggestion });
  const suggested = useMemo(() => {
    const values = past.data?.courses.flatMap((series) => series.values.slice(0, past.data.isRunning ? -1 : undefined));
    return thresholdOf(values ?? [], kind === 'above' ? 'above' : 'below');
  }, [past.data, kind]);
  const condition = conditionOf(draft, suggested);
  const isReady = !needsSuggestion || (past.data !== undefined && !past.isPlaceholderData);
  const now = useQuery({ ...backtestQuery({ ...context, condition }), enabled: isReady });
  // A value set by the member needs no suggestion, so a failed suggestion does not matter.
  const failed = [now, ...(needsSuggestion ? [past] : [])].find(({ error }) => error);
  return {
    condition,
    backtest: now.data,
    isStale: now.isPlaceholderData || now.isFetching || failed?.isFetching === true,
    error: failed?.error ?? null,
    onRetry: () => void failed?.refetch(),
  };
}
