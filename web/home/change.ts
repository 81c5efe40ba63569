import { nameOfPart, type Result } from '#contract/query.ts';

/** By what share the answer of a figure differs from what it is compared with; 0 if it is not. */
export function changeOf({ columns, values }: Result): number {
  const [measure] = columns;
  const place = measure ? columns.findIndex(({ name }) => name === nameOfPart(measure.name, 'percent')) : -1;
  const share = Number(values[place]?.[0] ?? 0);
  return Number.isFinite(share) ? share : 0;
}
