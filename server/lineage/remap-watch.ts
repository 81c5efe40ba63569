import type { QueryWatch } from '#contract/alerts/schemas.ts';
import { type ColumnMapping, remapFilter, remapFormula } from '#domain/dashboard/remap.ts';

const replacedIn = ({ columns }: ColumnMapping, id: string) => columns[id] ?? id;

/** The query of an alert, with the replaced columns. */
export const remapWatch = (watch: QueryWatch, mapping: ColumnMapping): QueryWatch => ({
  ...watch,
  dataset: mapping.to,
  formula: remapFormula(watch.formula, mapping),
  filters: watch.filters.map((filter) => remapFilter(filter, mapping)),
  time: watch.time && { ...watch.time, column: replacedIn(mapping, watch.time.column) },
  by: watch.by === null ? null : replacedIn(mapping, watch.by),
});
