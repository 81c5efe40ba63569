import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { DashboardState } from '#domain/dashboard/dashboard.ts';
import type { Scalar } from '#domain/query/query.ts';
import { rememberValues } from '#web/http/value-labels.ts';
import type { DashboardSource } from '../dashboard-source.ts';
import { withoutValue } from './changes.ts';

/** A request for the values of a control under the current state. */
export type ControlValuesRequest = {
  id: string;
  draft: boolean;
  control: string;
  /** The column that provides the labels of the values. */
  column: string | undefined;
  state: DashboardState;
  zone: string;
};

/** Values of a control under the time range and the other controls; picks and drills do not affect them. */
export const valuesQuery = (
  { id, draft, control, column, state, zone }: ControlValuesRequest,
  search: string,
  load: DashboardSource['loadValues'],
) => {
  const others = { ...withoutValue(state, control), picks: [], drills: {} };
  const input = { id, draft, control, state: others, zone, search };
  return queryOptions({
    queryKey: ['dashboard', id, 'values', input],
    queryFn: async ({ signal }) => {
      const listed = await load(input, signal);
      if (column !== undefined) rememberValues(column, listed);
      return listed;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    throwOnError: false,
  });
};

export type ValueOption = { value: Scalar; rows: number | undefined };

/** The options: values chosen when the panel opened stay on top, even without rows. */
export function valueOptionsOf(
  matches: { value: Scalar; rows: number }[],
  initial: Scalar[],
  search: string,
): ValueOption[] {
  const rowsOf = (value: Scalar) => matches.find((each) => each.value === value)?.rows;
  const top = initial.filter((value) => search === '' || rowsOf(value) !== undefined);
  return [
    ...top.map((value) => ({ value, rows: rowsOf(value) })),
    ...matches.filter(({ value }) => !top.includes(value)),
  ];
}
