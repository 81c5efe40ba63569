import type { ChartSeries } from './series-layout.ts';

type StackValues = (number | null)[];

/** Each value as a share of the sum at its index; null where the sum is zero. */
export function sharesOf(series: Pick<ChartSeries, 'values'>[]): StackValues[] {
  const length = series[0]?.values.length ?? 0;
  const sums = Array.from({ length }, (_, index) =>
    series.reduce((sum, { values }) => sum + Math.abs(values[index] ?? 0), 0),
  );
  return series.map(({ values }) =>
    values.map((value, index) => (value === null || sums[index] === 0 ? null : Math.abs(value) / sums[index]!)),
  );
}

/** Positive and negative sums of each stack. */
export function stackExtents(columns: StackValues[]): StackValues {
  const length = columns[0]?.length ?? 0;
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const values = columns.map((column) => column[index] ?? 0);
    const up = values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0);
    const down = values.filter((value) => value < 0).reduce((sum, value) => sum + value, 0);
    return [up, down];
  });
}
