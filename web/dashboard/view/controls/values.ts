import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { DashboardState } from '#contract/dashboard.ts';
import type { Scalar } from '#contract/query.ts';
import type { Source } from '../source.ts';
import { withoutValue } from './changes.ts';

/** Whose values are wanted, on a dashboard as it is set. */
export type Sought = { id: string; draft: boolean; control: string; state: DashboardState; zone: string };

/** Values of a control as far as the time and the other controls leave any: nothing else asks anything new. */
export const valuesQuery = (
  { id, draft, control, state, zone }: Sought,
  search: string,
  load: Source['loadValues'],
) => {
  const others = { ...withoutValue(state, control), picks: [], drills: {} };
  const input = { id, draft, control, state: others, zone, search };
  return queryOptions({
    queryKey: ['dashboard', id, 'values', input],
    queryFn: ({ signal }) => load(input, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    throwOnError: false,
  });
};

export type Offered = { value: Scalar; rows: number | undefined };

/** What is offered: what was chosen when the panel opened stays on top, also where the others leave no rows of it. */
export function offeredOf(found: { value: Scalar; rows: number }[], kept: Scalar[], search: string): Offered[] {
  const rowsOf = (value: Scalar) => found.find((each) => each.value === value)?.rows;
  const top = kept.filter((value) => search === '' || rowsOf(value) !== undefined);
  return [
    ...top.map((value) => ({ value, rows: rowsOf(value) })),
    ...found.filter(({ value }) => !top.includes(value)),
  ];
}
