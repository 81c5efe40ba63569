import { type Engine, type Patience, Refusal, type Source } from '#engine/engine.ts';
import { openProcesses } from './processes.ts';
import type { TaskName, Tasks } from './tasks.ts';

/** The engine that needs no server: DuckDB in processes of its own. */
export function openDuckdb(processes: number): Engine {
  // At first they yield to nobody: when they did, whoever only opens a page beside 32 who ask waited twice as long.
  const { run, close } = openProcesses({ max: processes, keep: 1, longAfter: 2_000 });

  // A question may be the victim of a crash, or its cause: the second time it was the cause.
  const tryTwice = <N extends TaskName>(name: N, input: Tasks[N]['input'], patience: Patience, key?: string) =>
    run(name, input, patience, key).catch((error: unknown) => {
      if (error instanceof Refusal && error.reason === 'crashed') return run(name, input, patience, key);
      throw error;
    });

  return {
    ask: (question, patience) => tryTwice('ask', question, patience, nameOf(question.sources)),
    answer: (question, patience) => tryTwice('answer', question, patience, nameOf(question.sources)),
    gate: (sql, patience) => tryTwice('gate', { sql }, patience),
    export: (order, patience) => run('export', order, patience, nameOf(order.question.sources)),
    close,
  };
}

/** What a process that was asked about these sources before knows them by. */
const nameOf = (sources: Source[]) =>
  JSON.stringify(sources.map(({ schema, name, segments }) => [schema, name, segments]));
