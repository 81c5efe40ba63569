import { questionsOf } from '#contract/dashboard-asks.ts';
import { cardsOf, type ControlValue, type Dashboard, type DashboardState } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { DatasetAsk, Filter, Period, QueryAsk } from '#contract/query.ts';
import type { Viewing } from './look.ts';
import { openPublisherCheck, type Question } from './publisher-rights.ts';
import { type AskValues, plainAsk, withoutCompare } from './values.ts';

const emptyOf = ({ kind }: ControlValue): ControlValue => {
  if (kind === 'select') return { kind, values: [] };
  return kind === 'range' ? { kind, from: null, to: null } : { kind, value: '' };
};

/** What is set, but for one control. */
function stateWithout({ controls }: Dashboard, state: DashboardState, id: string): DashboardState {
  const control = controls.find((each) => each.id === id)!;
  return { ...state, picks: [], drills: {}, values: { ...state.values, [id]: emptyOf(control.value) } };
}

type CardAsk = { card: string; ask: DatasetAsk };

const isAbout = (question: Question, dataset: string): question is CardAsk =>
  question.ask.kind !== 'sql' && question.ask.dataset === dataset;

/** What the cards ask of a dataset under everything that is set but for one control. */
function cardAsks(dashboard: Dashboard, state: DashboardState, dataset: string): CardAsk[] {
  return cardsOf(dashboard).flatMap((card) =>
    questionsOf(dashboard, card, state)
      .map(({ ask }): Question => ({ card: card.id, ask }))
      .filter((question) => isAbout(question, dataset)),
  );
}

async function keepPermitted(ctx: Viewing, looked: Parameters<typeof openPublisherCheck>[1], asks: CardAsk[]) {
  const check = await openPublisherCheck(ctx, looked);
  if (!check) return asks;
  const permitted = await Promise.all(
    asks.map((each) =>
      check(each, [each.ask.dataset]).then(
        () => [each],
        (error: unknown) => {
          if (error instanceof Problem) return [];
          throw error;
        },
      ),
    ),
  );
  return permitted.flat();
}

/** That a row passes the filters of one of the cards; undefined if one of them lets everything pass. */
function anyOf(cards: Filter[][]): Filter | undefined {
  if (cards.some((filters) => filters.length === 0)) return undefined;
  const distinct = new Map(cards.map((filters) => [JSON.stringify(filters), filters]));
  return { op: 'any', filters: [...distinct.values()].map((filters) => ({ op: 'all', filters })) };
}

/** The cards with their filters, by the time that they are about. */
function groupByPeriod(asks: CardAsk[]): { period: Period; filters: Filter[][] }[] {
  const groups = new Map<string, { period: Period; filters: Filter[][] }>();
  for (const { ask } of asks) {
    const period = withoutCompare(ask.period);
    const key = JSON.stringify(period);
    const group = groups.get(key) ?? { period, filters: [] };
    group.filters.push(ask.filters);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * Asks for values that some card shows: under the filters of the cards themselves, within their time, and under
 * everything else that is set. Whoever may only look at the cards learns of no other value.
 */
export const askVisibleValues: AskValues = async (ctx, looked, { input, target }) => {
  const { dashboard } = looked;
  const state = stateWithout(dashboard, input.state, input.control);
  const all = cardAsks(dashboard, state, target.dataset);
  const asks = await keepPermitted(ctx, looked, all);
  if (asks.length === 0 && all.length > 0) throw new Problem('publisher_forbidden');
  return groupByPeriod(asks).map(({ period, filters }): QueryAsk => {
    const plain = plainAsk(target, input.search);
    const shown = anyOf(filters);
    return { ...plain, period, filters: [...plain.filters, ...(shown ? [shown] : [])] };
  });
};
