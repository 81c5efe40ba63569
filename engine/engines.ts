import type { ConnectionSource, Engine, EngineSource, FileSource, WarehouseSource } from './engine.ts';

/** The engines, one for each place where rows are stored. */
type Engines = {
  files: Engine;
  connections: Omit<Engine<ConnectionSource>, 'gate'>;
  warehouse?: Omit<Engine<WarehouseSource>, 'close'> | undefined;
};

/** Combines the engines into one that runs each query on the engine of its sources. */
export function joinEngines({ files, connections, warehouse }: Engines): Engine<EngineSource> {
  /** Runs a task on the engine of the sources of a query. */
  function onEngine<Q extends Sourced<EngineSource>, T>(query: Q, tasks: EngineTasks<Q, T>): T {
    if (isOneConnection(query)) return tasks.connections(query);
    // SQL without sources is in the language of the place where rows are stored.
    if (areAt('warehouse', query) && warehouse) return tasks.warehouse(query, warehouse);
    // Mixed sources are rejected with a Problem when a query is planned; this is the last guard.
    if (!areAt('files', query)) throw new Error('a query reads rows of several places');
    return tasks.files(query);
  }

  return {
    query: (query, options) =>
      onEngine(query, {
        files: (own) => files.query(own, options),
        connections: (own) => connections.query(own, options),
        warehouse: (own, engine) => engine.query(own, options),
      }),
    answer: (query, options) =>
      onEngine(query, {
        files: (own) => files.answer(own, options),
        connections: (own) => connections.answer(own, options),
        warehouse: (own, engine) => engine.answer(own, options),
      }),
    gate: (sql, options) => (warehouse ?? files).gate(sql, options),
    export: ({ query, ...order }, options) =>
      onEngine(query, {
        files: (own) => files.export({ ...order, query: own }, options),
        connections: (own) => connections.export({ ...order, query: own }, options),
        warehouse: (own, engine) => engine.export({ ...order, query: own }, options),
      }),
    close: async () => {
      await Promise.all([files.close(), connections.close()]);
    },
  };
}

type Sourced<S> = { sources: S[] };
type EngineTasks<Q, T> = {
  files: (query: Q & Sourced<FileSource>) => T;
  connections: (query: Q & Sourced<ConnectionSource>) => T;
  warehouse: (query: Q & Sourced<WarehouseSource>, engine: Omit<Engine<WarehouseSource>, 'close'>) => T;
};

const areAt = <Q extends Sourced<EngineSource>, P extends EngineSource['at']>(
  place: P,
  query: Q,
): query is Q & Sourced<Extract<EngineSource, { at: P }>> => query.sources.every(({ at }) => at === place);

const isOneConnection = <Q extends Sourced<EngineSource>>(query: Q): query is Q & Sourced<ConnectionSource> =>
  areAt('connection', query) &&
  new Set(query.sources.map((source) => source.at === 'connection' && source.connection)).size === 1;
