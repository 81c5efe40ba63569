import {
  type AddressReader,
  filtersOfAddress,
  paramsOfAddress,
  type AddressConditions,
} from '#contract/data-address/filters.ts';
import { applyFilters } from '#domain/dashboard/apply-filters.ts';
import type { QuerySpec, RowsQuerySpec } from '#domain/query/query.ts';
import { headerLabels } from '#display/words/headers.ts';
import type { QuerySubject } from '#display/words/subject.ts';

/** The query of a data address, and the labels of its columns. */
export type LabelledSpec = { spec: QuerySpec; labels: Record<string, string> };

/** All rows of a dataset, up to a limit that none exceeds. */
export const allRowsSpecOf = (dataset: string): RowsQuerySpec => ({
  kind: 'rows',
  dataset,
  columns: [],
  filters: [],
  period: { kind: 'all' },
  order: [],
  limit: 1_000_000,
});

type AddressInput = {
  spec: QuerySpec;
  where: AddressConditions;
  reader: AddressReader;
  loadSubject: (dataset: string) => Promise<QuerySubject>;
};

/** The query narrowed by the conditions in its address, like the filters of a dashboard. */
export async function labelledSpecOf({ spec, where, reader, loadSubject }: AddressInput): Promise<LabelledSpec> {
  if (spec.kind === 'sql')
    return { spec: { ...spec, params: paramsOfAddress(where, spec.params, reader.zone) }, labels: {} };
  const subject = await loadSubject(spec.dataset);
  const narrow = applyFilters(spec, filtersOfAddress(where, subject.columns, reader));
  return { spec: narrow, labels: headerLabels(narrow, subject, reader.language) };
}
