import { type Engine, Refusal } from '#engine/engine.ts';
import { openProcesses } from './processes.ts';

/** The engine that needs no server: DuckDB in processes of its own. */
export function openDuckdb(processes: number): Engine {
  const { run, close } = openProcesses({ max: processes, keep: 1 });
  const ask: Engine['ask'] = (question, patience) => run('ask', question, patience);
  return {
    // A question may be the victim of a crash, or its cause: the second time it was the cause.
    ask: (question, patience) =>
      ask(question, patience).catch((error: unknown) => {
        if (error instanceof Refusal && error.reason === 'crashed') return ask(question, patience);
        throw error;
      }),
    close,
  };
}
