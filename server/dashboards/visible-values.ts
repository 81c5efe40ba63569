import { questionsOf } from '#domain/dashboard/queries.ts';
import { cardsOf, type ControlValue, type Dashboard, type DashboardState } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { type DatasetAsk, type Filter, type Period, type QueryAsk, withoutCompare } from '#domain/query/query.ts';
import type { DashboardContext } from './load-dashboard.ts';
import { openPublisherCheck, type PartQuestion } from './publisher-rights.ts';
import { type AskValues, plainAsk } from './values.ts';

const emptyOf = ({ kind }: ControlValue): ControlValue => {
  if (kind === 'select') return { kind, values: [] };
  return kind === 'range' ? { kind, from: null, to: null } : { kind, value: '' };
};

/** The state without the value of one control. */
function stateWithout({ controls }: Dashboard, state: DashboardState, id: string): DashboardState {
  const control = controls.find((each) => each.id === id)!;
  return { ...state, picks: [], drills: {}, values: { ...state.values, [id]: emptyOf(control.value) } };
}

type CardAsk = { card: string; ask: DatasetAsk };

const isAbout = (question: PartQuestion, dataset: string): question is CardAsk =>
  question.ask.kind !== 'sql' && question.ask.dataset === dataset;

/** The queries of the cards on a dataset, in the state without one control. */
function cardAsksOf(dashboard: Dashboard, state: DashboardState, dataset: string): CardAsk[] {
  return cardsOf(dashboard).flatMap((card) =>
    questionsOf(dashboard, card, state)
      .map(({ ask }): PartQuestion => ({ card: card.id, ask }))
      .filter((question) => isAbout(question, dataset)),
  );
}

async function filterPermitted(
  ctx: DashboardContext,
  viewed: Parameters<typeof openPublisherCheck>[1],
  asks: CardAsk[],
) {
  const check = await openPublisherCheck(ctx, viewed);
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

/** A filter for rows that pass the filters of any card; undefined if one card has no filters. */
function anyOf(cards: Filter[][]): Filter | undefined {
  if (cards.some((filters) => filters.length === 0)) return undefined;
  const distinct = new Map(cards.map((filters) => [JSON.stringify(filters), filters]));
  return { op: 'any', filters: [...distinct.values()].map((filters) => ({ op: 'all', filters })) };
}

/** The filters of the cards, by period. */
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
 * Queries for the values that some card shows: with the filters of the cards, in their periods, and in the current
 * state. Viewers of a share link must not see any other value.
 */
export const askVisibleValues: AskValues = async (ctx, viewed, { input, target, search }) => {
  const { dashboard } = viewed;
  const state = stateWithout(dashboard, input.state, input.control);
  const all = cardAsksOf(dashboard, state, target.dataset);
  const asks = await filterPermitted(ctx, viewed, all);
  if (asks.length === 0 && all.length > 0) throw new Problem('publisher_forbidden');
  return groupByPeriod(asks).map(({ period, filters }): QueryAsk => {
    const plain = plainAsk(target, search);
    const visibleFilter = anyOf(filters);
    return { ...plain, period, filters: [...plain.filters, ...(visibleFilter ? [visibleFilter] : [])] };
  });
};
