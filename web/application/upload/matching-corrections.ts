import type { Correction } from '#contract/datasets/routes.ts';
import type { DetectedTable } from '#contract/imports/routes.ts';
import { doubtCheckOf } from './doubtful-cells.ts';
import type { UploadColumnPlan } from './column-plans.ts';

/** A remembered correction with the name of its column. */
export type NamedCorrection = Correction & { name: string };

/** The remembered corrections that apply to this file, judged by its sample. */
export function matchingCorrections(
  table: DetectedTable,
  columns: UploadColumnPlan[],
  recipe: Correction[],
): NamedCorrection[] {
  const isDoubtful = doubtCheckOf(table, columns);
  return recipe.flatMap((correction) => {
    const column = columns.find(({ id, isIncluded }) => isIncluded && id === correction.column);
    if (!column) return [];
    const { source, name } = column;
    const isMatching = table.sample.some((row, line) => row[source] === correction.from && isDoubtful(line, source));
    return isMatching ? [{ ...correction, name }] : [];
  });
}
