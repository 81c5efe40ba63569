import type { Correction } from '#contract/datasets.ts';
import type { FoundTable } from '#contract/imports.ts';
import { doubtOf } from './doubt.ts';
import type { PlannedColumn } from './plan.ts';

/** A remembered correction, under the name of its column. */
export type Remembered = Correction & { name: string };

/** The remembered corrections that this file will need, as far as its first rows tell. */
export function rememberedOf(table: FoundTable, columns: PlannedColumn[], recipe: Correction[]): Remembered[] {
  const isDoubtful = doubtOf(table, columns);
  return recipe.flatMap((correction) => {
    const column = columns.find(({ id, kept }) => kept && id === correction.column);
    if (!column) return [];
    const { source, name } = column;
    const isMet = table.sample.some((row, line) => row[source] === correction.from && isDoubtful(line, source));
    return isMet ? [{ ...correction, name }] : [];
  });
}
