import {
  type AddressReader,
  filtersOfAddress,
  paramsOfAddress,
  type AddressConditions,
} from '#contract/data-address/filters.ts';
import { applyFilters } from '#domain/dashboard/apply-filters.ts';
import type { Ask, RowsAsk } from '#domain/query/query.ts';
import { headerLabels } from '#display/words/headers.ts';
import type { QuerySubject } from '#display/words/subject.ts';

/** The query of a data address, and the labels of its columns. */
export type AddressQuestion = { ask: Ask; labels: Record<string, string> };

/** All rows of a dataset, up to a limit that none exceeds. */
export const allRowsAskOf = (dataset: string): RowsAsk => ({
  kind: 'rows',
  dataset,
  columns: [],
  filters: [],
  period: { kind: 'all' },
  order: [],
  limit: 1_000_000,
});

type AddressInput = {
  ask: Ask;
  where: AddressConditions;
  reader: AddressReader;
  loadSubject: (dataset: string) => Promise<QuerySubject>;
};

/** The query narrowed by the conditions in its address, like the filters of a dashboard. */
export async function questionOf({ ask, where, reader, loadSubject }: AddressInput): Promise<AddressQuestion> {
  if (ask.kind === 'sql')
    return { ask: { ...ask, params: paramsOfAddress(where, ask.params, reader.zone) }, labels: {} };
  const subject = await loadSubject(ask.dataset);
  const narrow = applyFilters(ask, filtersOfAddress(where, subject.columns, reader));
  return { ask: narrow, labels: headerLabels(narrow, subject, reader.language) };
}
