import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Against, AlertCondition, Watch } from '#contract/alert.ts';
import type { Alert, NewAlert, Rehearsal, Schedule } from '#contract/alerts.ts';
import type { QueryAsk } from '#contract/query.ts';
import type { Subject } from '#display/words/subject.ts';
import { rehearsalQuery } from '#web/http/alerts.ts';
import { type SqlSeen, sqlWatchOf } from './sql-watch.ts';
import { minutesFor, thresholdOf, watchOf } from './watch.ts';

/** What someone has chosen so far. Without a value the past suggests one. */
export type Draft = {
  name: string;
  measure: string;
  watch: Watch;
  kind: AlertCondition['kind'];
  value: number | null;
  percent: number;
  against: Against;
  schedule: Schedule;
  channels: string[];
};

/** What an alert is made of: a question by its parts, or SQL with its answer. */
export type Made = { title: string; origin: NewAlert['origin'] } & ({ ask: QueryAsk } | SqlSeen);

export const isSqlMade = (made: Made): made is Made & SqlSeen => 'result' in made;

export function draftOf(made: Made, subject: Subject, zone: string): Draft {
  if (isSqlMade(made)) {
    const watch = sqlWatchOf(made, zone);
    return begunWith({ title: made.title || watch.value, measure: '', watch });
  }
  const measure = made.ask.measures[0]!.id;
  return begunWith({ title: made.title, measure, watch: watchOf(made.ask, subject, measure) });
}

function begunWith({ title, measure, watch }: Pick<Draft, 'measure' | 'watch'> & { title: string }): Draft {
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

export function draftOfAlert({ name, watch, condition, schedule, channels }: Alert): Draft {
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

function conditionOf({ kind, value, percent, against }: Draft, suggested: number): AlertCondition {
  if (kind === 'no_data') return { kind };
  if (kind === 'rises' || kind === 'falls') return { kind, percent, against };
  return { kind, value: value ?? suggested };
}

export type RehearsedDraft = {
  condition: AlertCondition;
  rehearsal: Rehearsal | undefined;
  isStale: boolean;
  error: Error | null;
  onRetry: () => void;
};

/** What the draft would have done. The past is asked for first, to suggest a value that it seldom reached. */
export function useRehearsed(draft: Draft, { zone, origin }: Pick<NewAlert, 'zone' | 'origin'>): RehearsedDraft {
  const { watch, kind, value } = draft;
  const around = { watch, zone, origin };
  const wantsValue = (kind === 'above' || kind === 'below') && value === null;
  const past = useQuery({ ...rehearsalQuery({ ...around, condition: { kind: 'no_data' } }), enabled: wantsValue });
  const suggested = useMemo(() => {
    const values = past.data?.courses.flatMap((course) => course.values.slice(0, past.data.isRunning ? -1 : undefined));
    return thresholdOf(values ?? [], kind === 'above' ? 'above' : 'below');
  }, [past.data, kind]);
  const condition = conditionOf(draft, suggested);
  const isReady = !wantsValue || (past.data !== undefined && !past.isPlaceholderData);
  const now = useQuery({ ...rehearsalQuery({ ...around, condition }), enabled: isReady });
  // A value of one's own needs no suggestion, so it does not matter that none could be made.
  const failed = [now, ...(wantsValue ? [past] : [])].find(({ error }) => error);
  return {
    condition,
    rehearsal: now.data,
    isStale: now.isPlaceholderData || now.isFetching || failed?.isFetching === true,
    error: failed?.error ?? null,
    onRetry: () => void failed?.refetch(),
  };
}
