import type { Input } from '#contract/api.ts';
import { Problem } from '#contract/errors.ts';
import type { Result } from '#contract/query.ts';
import type { RunLine } from '#contract/runs.ts';
import { problemOfBody, reach } from '#web/http/client.ts';
import { splitLines } from '#web/http/lines.ts';

/** What is heard of a run. `failed` is the end of all that has not been answered. */
export type Heard =
  | { kind: 'waiting'; position: number }
  | { kind: 'result'; card: string; name: string; result: Result }
  | { kind: 'error'; card: string; name: string; error: Problem }
  | { kind: 'newest'; dataset: string; cell: string }
  | { kind: 'failed'; error: Problem };

type Listening = { signal: AbortSignal; hear: (heard: Heard) => void };

/** Runs cards of a dashboard and tells of each as it is answered; who aborts has cancelled it. */
export const sendRun = (input: Input<'POST /dashboards/:id/run'>, listening: Listening): Promise<void> =>
  hearRun(() => reach('POST /dashboards/:id/run', input, listening.signal), listening);

/** Tells of the cards of a run, whatever answers it. */
export async function hearRun(send: () => Promise<Response>, { signal, hear }: Listening): Promise<void> {
  try {
    const { body } = await send();
    for await (const text of splitLines(body!, signal)) {
      if (signal.aborted) return;
      const line = JSON.parse(text) as RunLine;
      if (line.kind === 'end') return;
      hear(heardOf(line));
    }
    hear({ kind: 'failed', error: new Problem('offline') });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Problem)) throw error;
    hear({ kind: 'failed', error });
  }
}

function heardOf(line: Exclude<RunLine, { kind: 'end' }>): Heard {
  if (line.kind !== 'error') return line;
  const error = problemOfBody(line.error);
  return 'card' in line ? { kind: 'error', card: line.card, name: line.name, error } : { kind: 'failed', error };
}
