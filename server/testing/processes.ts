import type { ProcessPool } from '#engine/duckdb/process-pool.ts';
import type { Engine, EngineRunOptions } from '#engine/engine.ts';
import type { DriverProcess } from '#engine/remote/remote.ts';
import { openProcesses, type ProductProcesses } from '#server/product.ts';

let shared: ProductProcesses | undefined;

/**
 * The child processes of this test worker, for one product. They stay open until the worker ends, because starting them
 * takes longer than most tests; closing them for a product aborts only the tasks of that product.
 */
export function shareProcesses(): ProductProcesses {
  shared ??= openProcesses();
  const closing = new AbortController();
  const untilClosed = (options: EngineRunOptions): EngineRunOptions => ({
    ...options,
    signal: AbortSignal.any([closing.signal, ...(options.signal ? [options.signal] : [])]),
  });
  const close = async () => closing.abort();
  const sharePool = ({ run }: ProcessPool): ProcessPool => ({
    run: (name, input, options, key) => run(name, input, untilClosed(options), key),
    close,
  });
  const { query: runQuery, answer, gate, export: exportFile } = shared.engine;
  const { run } = shared.remote;
  const engine: Engine = {
    query: (query, options) => runQuery(query, untilClosed(options)),
    answer: (query, options) => answer(query, untilClosed(options)),
    gate: (sql, options) => gate(sql, untilClosed(options)),
    export: (fileExport, options) => exportFile(fileExport, untilClosed(options)),
    close,
  };
  const remote: DriverProcess = {
    run: (name, input, options) => run(name, input, untilClosed(options)),
    close,
  };
  const pools = {
    loads: sharePool(shared.loads),
    seals: sharePool(shared.seals),
    previewPool: sharePool(shared.previewPool),
  };
  return { engine, remote, ...pools, close };
}
