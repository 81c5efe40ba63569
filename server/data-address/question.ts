import { type AddressReader, filtersOfAddress, paramsOfAddress, type Where } from '#contract/address-filters.ts';
import { narrowed } from '#contract/dashboard-asks.ts';
import type { Ask, RowsAsk } from '#contract/query.ts';
import { headerLabels } from '#display/words/headers.ts';
import type { Subject } from '#display/words/subject.ts';

/** What an address asks, and what the columns of its answer are called. */
export type AddressQuestion = { ask: Ask; labels: Record<string, string> };

/** All rows of a dataset; more than it has. */
export const rowsOf = (dataset: string): RowsAsk => ({
  kind: 'rows',
  dataset,
  columns: [],
  filters: [],
  period: { kind: 'all' },
  order: [],
  limit: 1_000_000,
});

type Asked = { ask: Ask; where: Where; reader: AddressReader; loadSubject: (dataset: string) => Promise<Subject> };

/** The question narrowed by the conditions of its address, as the filters of a dashboard do. */
export async function questionOf({ ask, where, reader, loadSubject }: Asked): Promise<AddressQuestion> {
  if (ask.kind === 'sql')
    return { ask: { ...ask, params: paramsOfAddress(where, ask.params, reader.zone) }, labels: {} };
  const subject = await loadSubject(ask.dataset);
  const narrow = narrowed(ask, filtersOfAddress(where, subject.columns, reader));
  return { ask: narrow, labels: headerLabels(narrow, subject, reader.language) };
}
