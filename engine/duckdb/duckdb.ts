import type { Engine } from '#engine/engine.ts';
import { openProcesses } from './processes.ts';

/** The engine that needs no server: DuckDB in processes of its own. */
export function openDuckdb(processes: number): Engine {
  const { run, close } = openProcesses({ max: processes, keep: 1 });
  return { ask: (question, patience) => run('ask', question, patience), close };
}
