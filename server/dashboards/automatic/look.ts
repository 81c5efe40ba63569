import { emptyAsk, type QueryAsk } from '#contract/query.ts';
import { answer } from '#server/queries/answers.ts';
import { prepare } from '#server/queries/prepare.ts';
import type { Asking } from '#server/queries/services.ts';
import type { Look } from './telling.ts';

const [patience, mostGroups] = [10_000, 50];

/** Asks the data itself; what takes too long, or cannot be answered, has nothing to say. */
export function lookAt(ctx: Asking, dataset: string): Look {
  const signal = AbortSignal.timeout(patience);
  return {
    split: async (column, { formula, isSum }) => {
      const numbersOf = await read(ctx, splitAsk(dataset, column, formula), signal).catch(() => () => []);
      const amounts = numbersOf('amount');
      return numbersOf('rows').map((rows, index) => ({ rows, amount: amounts[index]! / (isSum ? rows : 1) }));
    },
    spread: async (by, of) => {
      const numbersOf = await read(ctx, spreadAsk(dataset, by, of), signal).catch(() => () => [Infinity]);
      return numbersOf('values')[0] ?? 0;
    },
  };
}

async function read(ctx: Asking, ask: QueryAsk, signal: AbortSignal): Promise<(name: string) => number[]> {
  const prepared = await prepare(ctx, { ask, zone: 'UTC', rows: ask.limit, signal });
  const asker = { seconds: patience / 1000, fresh: false, signal, onNews: () => undefined };
  const { answered } = await answer(ctx, prepared, asker);
  const values = JSON.parse(answered.values.toString()) as unknown[][];
  return (name) => values[answered.columns.findIndex((column) => column.name === name)]!.map(Number);
}

const askOf = (dataset: string, column: string, measures: QueryAsk['measures']): QueryAsk => ({
  ...emptyAsk(dataset),
  dimensions: [{ id: 'value', column, kind: 'value' }],
  measures,
  filters: [{ op: 'filled', column }],
  order: [{ kind: 'measure', id: measures[0]!.id, part: 'value', direction: 'descending' }],
  limit: mostGroups,
});

const splitAsk = (dataset: string, column: string, formula: QueryAsk['measures'][number]['formula']): QueryAsk =>
  askOf(dataset, column, [
    { id: 'rows', formula: { kind: 'count' }, show: 'value' },
    { id: 'amount', formula, show: 'value' },
  ]);

const spreadAsk = (dataset: string, by: string, of: string): QueryAsk =>
  askOf(dataset, by, [{ id: 'values', formula: { kind: 'distinct', column: of }, show: 'value' }]);
