import type { ConnectionSource, Engine, EngineSource, FileSource } from './engine.ts';

/** The engines, one for each place where rows are. */
type Engines = { files: Engine; connections: Omit<Engine<ConnectionSource>, 'gate'> };

/** One engine for rows in every place: a question goes to the engine of its sources. */
export function joinEngines({ files, connections }: Engines): Engine<EngineSource> {
  return {
    ask: (question, options) =>
      areFiles(question) ? files.ask(question, options) : connections.ask(requireConnection(question), options),
    answer: (question, options) =>
      areFiles(question) ? files.answer(question, options) : connections.answer(requireConnection(question), options),
    // SQL of people is checked by DuckDB's parser.
    gate: (sql, options) => files.gate(sql, options),
    export: (order, options) => {
      const { question, ...rest } = order;
      return areFiles(question)
        ? files.export({ ...rest, question }, options)
        : connections.export({ ...rest, question: requireConnection(question) }, options);
    },
    close: async () => {
      await Promise.all([files.close(), connections.close()]);
    },
  };
}

type Sourced<S> = { sources: S[] };

const areFiles = <Q extends Sourced<EngineSource>>(question: Q): question is Q & Sourced<FileSource> =>
  question.sources.every(({ at }) => at === 'files');

// Whoever plans a query tells people that it mixes places; this is the last guard.
function requireConnection<Q extends Sourced<EngineSource>>(question: Q): Q & Sourced<ConnectionSource> {
  if (!isOneConnection(question)) throw new Error('a query reads rows of several places');
  return question;
}

const isOneConnection = <Q extends Sourced<EngineSource>>(question: Q): question is Q & Sourced<ConnectionSource> =>
  question.sources.every((source) => source.at === 'connection') &&
  new Set(question.sources.map((source) => source.at === 'connection' && source.connection)).size === 1;
