import { nameOfPart, type Result } from '#domain/query/query.ts';

/** The relative change of a number against its comparison; 0 without one. */
export function changeOf({ columns, values }: Result): number {
  const [measure] = columns;
  const index = measure ? columns.findIndex(({ name }) => name === nameOfPart(measure.name, 'percent')) : -1;
  const share = Number(values[index]?.[0] ?? 0);
  return Number.isFinite(share) ? share : 0;
}
