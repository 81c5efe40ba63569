import { findWord, type SearchText, subjectOf, wordsOf } from '#domain/text/text-match.ts';
import type { Condition, ValueLabels } from '#domain/query/query.ts';
import { valueOfKey } from '#domain/query/value-labels.ts';
import type { ExecutionContext } from '#server/execution/execution.ts';
import { labelledColumnsOf } from '#server/execution/labelled-columns.ts';
import { loadVisibleSnapshot } from '#server/execution/plan.ts';
import { loadRelated, trustKeys } from '#server/execution/related-snapshots.ts';
import { loadReadings } from '#server/pinyin.ts';
import { loadLabels } from './load-labels.ts';

type SearchableValue = { key: string; texts: SearchText[] };

const indexes = new WeakMap<ValueLabels, SearchableValue[]>();
/** Maximum number of values in a filter; a search that matches more is too short to be useful. */
const maxMatches = 1000;

/** Values and labels, prepared once for all searches. */
async function indexOf(labels: ValueLabels): Promise<SearchableValue[]> {
  const existing = indexes.get(labels);
  if (existing) return existing;
  const readingsOf = await loadReadings();
  const created = Object.entries(labels).map(([key, { en_US, zh_CN }]) => ({
    key,
    texts: [...new Set([key, en_US, zh_CN])].map((text) => subjectOf(text, readingsOf)),
  }));
  indexes.set(labels, created);
  return created;
}

/** Keys of the values that match by their text, a label in either language, or pinyin. */
async function findKeys(labels: ValueLabels, search: string): Promise<string[]> {
  const words = wordsOf(search);
  const values = await indexOf(labels);
  return values
    .filter(({ texts }) => texts.some((text) => words.every((word) => findWord(text, word))))
    .slice(0, maxMatches)
    .map(({ key }) => key);
}

/**
 * The filter for values that match a search. Rows contain only values, so matching labels are translated to values
 * here; the query limits them to those that the caller may see.
 */
export async function searchFiltersOf(
  ctx: ExecutionContext,
  { dataset, column, search }: { dataset: string; column: string; search: string },
): Promise<Condition[]> {
  if (!search) return [];
  const contains: Condition = { op: 'contains', column, value: search };
  const snapshot = await loadRelated(ctx, await loadVisibleSnapshot(ctx, dataset), {
    columns: [column],
    check: trustKeys,
  });
  const own = labelledColumnsOf(snapshot).find(({ id }) => id === column);
  if (!own) return [contains];
  const { type } = own;
  const keys = await findKeys(await loadLabels(ctx, own), search);
  const values = keys.map((key) => valueOfKey(key, type));
  if (type === 'text') return [{ op: 'any', filters: [contains, { op: 'in', column, values }] }];
  const number = /^-?\d{1,15}$/.test(search) && type === 'integer' ? [Number(search)] : [];
  return [{ op: 'in', column, values: [...values, ...number] }];
}
