import { type Engine, type EngineRunOptions, Refusal, type FileSource } from '#engine/engine.ts';
import { defaultMemoryMegabytes } from './memory.ts';
import { openProcessPool } from './process-pool.ts';
import type { TaskName, Tasks } from './tasks.ts';

/** The engine that needs no server: DuckDB in child processes. */
export function openDuckdb(processes: number, megabytes = defaultMemoryMegabytes()): Engine {
  // Full priority at first: with low priority from the start, opening a page took twice as long while 32 users ran
  // queries.
  const { run, close } = openProcessPool({ max: processes, min: 1, megabytes, demoteAfterMs: 2_000 });

  // A query that crashed may be a victim or the cause; after a second crash it counts as the cause.
  const runWithRetry = <N extends TaskName>(
    name: N,
    input: Tasks[N]['input'],
    options: EngineRunOptions,
    key?: string,
  ) =>
    run(name, input, options, key).catch((error: unknown) => {
      if (error instanceof Refusal && error.reason === 'crashed') return run(name, input, options, key);
      throw error;
    });

  return {
    query: (query, options) => runWithRetry('query', query, options, sourcesKeyOf(query.sources)),
    answer: (query, options) => runWithRetry('answer', query, options, sourcesKeyOf(query.sources)),
    gate: (sql, options) => runWithRetry('gate', { sql }, options),
    export: (order, options) => run('export', order, options, sourcesKeyOf(order.query.sources)),
    close,
  };
}

/** Pool key: a process that ran a query on these sources before still has them attached. */
const sourcesKeyOf = (sources: FileSource[]) =>
  JSON.stringify(sources.map(({ schema, name, segments }) => [schema, name, segments]));
