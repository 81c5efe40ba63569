import { type SQL, sql } from 'drizzle-orm';

import { undefinedIfNotFound } from '#contract/errors.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import type { DatasetQuerySpec } from '#domain/query/query.ts';
import { titleOf } from '#display/words/sentence.ts';
import type { Queryable } from '#server/database/open.ts';
import { dashboards } from '#server/database/schema.ts';
import { loadDataset } from '#server/datasets/read.ts';

/** Dataset whose data a title reveals. */
export type TitleSource = { dataset: string; application: string };

/** A card in the search index. A generated title reveals data, so only members who may see the data find it. */
type NamedCard = { dashboard: string; tab: string; id: string; title: LocalizedText; reads?: TitleSource };

/** Cards with a name: their title, else a title generated from their query. */
export async function loadCards(db: Queryable, condition: SQL | undefined): Promise<NamedCard[]> {
  const isNamed = sql`(card->'title'->>'en_US' <> '' or card->'title'->>'zh_CN' <> '')`;
  const isBuiltQuery = sql`card->>'kind' = 'chart' and card->'chart'->'ask'->>'kind' <> 'sql'`;
  // Selects only the needed parts, because documents may be large.
  const { rows } = await db.execute<Omit<NamedCard, 'reads'> & { ask: DatasetQuerySpec | null }>(sql`
    select ${dashboards.id} as dashboard, tab->>'id' as tab, card->>'id' as id, card->'title' as title,
      case when not ${isNamed} then card->'chart'->'ask' end as ask
    from ${dashboards}, jsonb_array_elements(document->'tabs') tab, jsonb_array_elements(tab->'cards') card
    where ${condition} and (${isNamed} or ${isBuiltQuery})`);
  const datasetCache = new Map<string, Promise<Dataset | undefined>>();
  const datasetOf = (id: string) => {
    const loading = datasetCache.get(id) ?? loadDataset(db, id).catch(undefinedIfNotFound);
    datasetCache.set(id, loading);
    return loading;
  };
  const cards = rows.map(async ({ ask: spec, ...card }): Promise<NamedCard[]> => {
    if (!spec) return [card];
    const dataset = await datasetOf(spec.dataset);
    return dataset ? [{ ...card, ...generatedTitleOf(spec, dataset) }] : [];
  });
  return (await Promise.all(cards)).flat();
}

const generatedTitleOf = (spec: DatasetQuerySpec, dataset: Dataset): Pick<NamedCard, 'title' | 'reads'> => ({
  title: { en_US: titleOf(dataset, spec, 'en_US'), zh_CN: titleOf(dataset, spec, 'zh_CN') },
  reads: { dataset: dataset.id, application: dataset.applicationId },
});
