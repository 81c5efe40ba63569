import type { Series } from './series.ts';

type Amounts = (number | null)[];

/** Of each number its share of the sum at its place; sums of zero have no shares. */
export function sharesOf(series: Pick<Series, 'values'>[]): Amounts[] {
  const length = series[0]?.values.length ?? 0;
  const sums = Array.from({ length }, (_, index) =>
    series.reduce((sum, { values }) => sum + Math.abs(values[index] ?? 0), 0),
  );
  return series.map(({ values }) =>
    values.map((value, index) => (value === null || sums[index] === 0 ? null : Math.abs(value) / sums[index]!)),
  );
}

/** How far up and down piles of these numbers reach. */
export function stackTop(columns: Amounts[]): Amounts {
  const length = columns[0]?.length ?? 0;
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const values = columns.map((column) => column[index] ?? 0);
    const up = values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0);
    const down = values.filter((value) => value < 0).reduce((sum, value) => sum + value, 0);
    return [up, down];
  });
}
