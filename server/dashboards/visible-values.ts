import { queriesOfCard } from '#domain/dashboard/queries.ts';
import { cardsOf, type ControlValue, type Dashboard, type DashboardState } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import {
  type DatasetQuerySpec,
  type Filter,
  type Period,
  type BuiltQuerySpec,
  withoutCompare,
} from '#domain/query/query.ts';
import type { DashboardContext } from './load-dashboard.ts';
import { openPublisherCheck, type PartQuery } from './publisher-rights.ts';
import { type BuildValuesSpecs, plainSpec } from './values.ts';

const emptyOf = ({ kind }: ControlValue): ControlValue => {
  if (kind === 'select') return { kind, values: [] };
  return kind === 'range' ? { kind, from: null, to: null } : { kind, value: '' };
};

/** The state without the value of one control. */
function stateWithout({ controls }: Dashboard, state: DashboardState, id: string): DashboardState {
  const control = controls.find((each) => each.id === id)!;
  return { ...state, picks: [], drills: {}, values: { ...state.values, [id]: emptyOf(control.value) } };
}

type CardSpec = { card: string; spec: DatasetQuerySpec };

const isAbout = (spec: PartQuery, dataset: string): spec is CardSpec =>
  spec.spec.kind !== 'sql' && spec.spec.dataset === dataset;

/** The queries of the cards on a dataset, in the state without one control. */
function cardSpecsOf(dashboard: Dashboard, state: DashboardState, dataset: string): CardSpec[] {
  return cardsOf(dashboard).flatMap((card) =>
    queriesOfCard(dashboard, card, state)
      .map(({ spec }): PartQuery => ({ card: card.id, spec }))
      .filter((spec) => isAbout(spec, dataset)),
  );
}

async function filterPermitted(
  ctx: DashboardContext,
  viewed: Parameters<typeof openPublisherCheck>[1],
  specs: CardSpec[],
) {
  const check = await openPublisherCheck(ctx, viewed);
  const permitted = await Promise.all(
    specs.map((each) =>
      check(each, [each.spec.dataset]).then(
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
function groupByPeriod(specs: CardSpec[]): { period: Period; filters: Filter[][] }[] {
  const groups = new Map<string, { period: Period; filters: Filter[][] }>();
  for (const { spec } of specs) {
    const period = withoutCompare(spec.period);
    const key = JSON.stringify(period);
    const group = groups.get(key) ?? { period, filters: [] };
    group.filters.push(spec.filters);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * Queries for the values that some card shows: with the filters of the cards, in their periods, and in the current
 * state. Viewers of a share link must not see any other value.
 */
export const visibleValuesSpecs: BuildValuesSpecs = async (ctx, viewed, { input, target, search }) => {
  const { dashboard } = viewed;
  const state = stateWithout(dashboard, input.state, input.control);
  const all = cardSpecsOf(dashboard, state, target.dataset);
  const specs = await filterPermitted(ctx, viewed, all);
  if (specs.length === 0 && all.length > 0) throw new Problem('publisher_forbidden');
  return groupByPeriod(specs).map(({ period, filters }): BuiltQuerySpec => {
    const plain = plainSpec(target, search);
    const visibleFilter = anyOf(filters);
    return { ...plain, period, filters: [...plain.filters, ...(visibleFilter ? [visibleFilter] : [])] };
  });
};
