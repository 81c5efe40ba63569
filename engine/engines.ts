import type { ConnectionSource, Engine, EngineSource, FileSource, WarehouseSource } from './engine.ts';

/** The engines, one for each place where rows are. */
type Engines = {
  files: Engine;
  connections: Omit<Engine<ConnectionSource>, 'gate'>;
  warehouse?: Omit<Engine<WarehouseSource>, 'close'> | undefined;
};

/** One engine for rows in every place: a question goes to the engine of its sources. */
export function joinEngines({ files, connections, warehouse }: Engines): Engine<EngineSource> {
  /** Runs a task on the engine of the sources of a question. */
  function onEngine<Q extends Sourced<EngineSource>, T>(question: Q, tasks: EngineTasks<Q, T>): T {
    if (isOneConnection(question)) return tasks.connections(question);
    // SQL without sources is in the language of the place where rows are stored.
    if (areAt('warehouse', question) && warehouse) return tasks.warehouse(question, warehouse);
    // Whoever plans a query tells people that it mixes places; this is the last guard.
    if (!areAt('files', question)) throw new Error('a query reads rows of several places');
    return tasks.files(question);
  }

  return {
    ask: (question, options) =>
      onEngine(question, {
        files: (own) => files.ask(own, options),
        connections: (own) => connections.ask(own, options),
        warehouse: (own, engine) => engine.ask(own, options),
      }),
    answer: (question, options) =>
      onEngine(question, {
        files: (own) => files.answer(own, options),
        connections: (own) => connections.answer(own, options),
        warehouse: (own, engine) => engine.answer(own, options),
      }),
    gate: (sql, options) => (warehouse ?? files).gate(sql, options),
    export: ({ question, ...order }, options) =>
      onEngine(question, {
        files: (own) => files.export({ ...order, question: own }, options),
        connections: (own) => connections.export({ ...order, question: own }, options),
        warehouse: (own, engine) => engine.export({ ...order, question: own }, options),
      }),
    close: async () => {
      await Promise.all([files.close(), connections.close()]);
    },
  };
}

type Sourced<S> = { sources: S[] };
type EngineTasks<Q, T> = {
  files: (question: Q & Sourced<FileSource>) => T;
  connections: (question: Q & Sourced<ConnectionSource>) => T;
  warehouse: (question: Q & Sourced<WarehouseSource>, engine: Omit<Engine<WarehouseSource>, 'close'>) => T;
};

const areAt = <Q extends Sourced<EngineSource>, P extends EngineSource['at']>(
  place: P,
  question: Q,
): question is Q & Sourced<Extract<EngineSource, { at: P }>> => question.sources.every(({ at }) => at === place);

const isOneConnection = <Q extends Sourced<EngineSource>>(question: Q): question is Q & Sourced<ConnectionSource> =>
  areAt('connection', question) &&
  new Set(question.sources.map((source) => source.at === 'connection' && source.connection)).size === 1;
