import { createContext, useContext } from 'react';

import type { Result } from '#domain/query/query.ts';
import type { ApiInput, ApiOutput } from '#contract/api.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { Problem } from '#contract/errors.ts';
import type { SharePermissions, SharedDataset } from '#contract/shares/routes.ts';
import { call, problemOfBody, fetchRoute } from '#web/http/client.ts';
import { splitLines } from '#web/http/json-lines.ts';
import { rememberLabels, rememberResult } from '#web/http/value-labels.ts';

/** Where a dashboard loads its data from: the API of members, or that of a share. */
export type DashboardSource = {
  run: typeof sendRun;
  loadValues: (
    input: ApiInput<'POST /dashboards/:id/values'>,
    signal: AbortSignal,
  ) => Promise<ApiOutput<'POST /dashboards/:id/values'>>;
  /** Dataset fields, where they cannot be queried (shares). */
  subjects: Record<string, SharedDataset> | null;
  /** What viewers may change, if restricted; then views cannot be saved either. */
  allows: SharePermissions | null;
};

export const SourceContext = createContext<DashboardSource>({
  run: sendRun,
  loadValues: (input, signal) => call('POST /dashboards/:id/values', input, signal),
  subjects: null,
  allows: null,
});

export const useSource = (): DashboardSource => useContext(SourceContext);

/** An event of a run. `failed` ends all unanswered cards. */
export type RunEvent =
  | { kind: 'waiting'; position: number }
  | { kind: 'result'; card: string; name: string; result: Result }
  | { kind: 'error'; card: string; name: string; error: Problem }
  | { kind: 'newest'; dataset: string; cell: string }
  | { kind: 'failed'; error: Problem };

/** `declined`: the server does not run this prefetch now. */
export type RunOutcome = 'ended' | 'declined';

type RunListener = { signal: AbortSignal; onEvent: (event: RunEvent) => void };

/** Runs cards of a dashboard and streams the answers; aborting cancels the run. */
export function sendRun(input: ApiInput<'POST /dashboards/:id/run'>, listener: RunListener): Promise<RunOutcome> {
  return readRun(() => fetchRoute('POST /dashboards/:id/run', input, listener.signal), listener);
}

/** Reads the stream of a run from any source. */
export async function readRun(send: () => Promise<Response>, { signal, onEvent }: RunListener): Promise<RunOutcome> {
  try {
    const { body } = await send();
    for await (const text of splitLines(body!, signal)) {
      if (signal.aborted) return 'ended';
      const line = JSON.parse(text) as RunLine;
      if (line.kind === 'declined') return 'declined';
      if (line.kind === 'end') return 'ended';
      if (line.kind === 'result') rememberResult(line.result);
      if (line.kind === 'labels') rememberLabels(line.labels);
      else onEvent(runEventOf(line));
    }
    onEvent({ kind: 'failed', error: new Problem('offline') });
  } catch (error) {
    if (signal.aborted) return 'ended';
    if (!(error instanceof Problem)) throw error;
    onEvent({ kind: 'failed', error });
  }
  return 'ended';
}

function runEventOf(line: Exclude<RunLine, { kind: 'end' | 'declined' | 'labels' }>): RunEvent {
  if (line.kind !== 'error') return line;
  const error = problemOfBody(line.error);
  return 'card' in line ? { kind: 'error', card: line.card, name: line.name, error } : { kind: 'failed', error };
}
