import { type SQL, sql } from 'drizzle-orm';

import type { Dataset, Texts } from '#contract/datasets.ts';
import type { DatasetAsk } from '#contract/query.ts';
import { titleOf } from '#display/words/sentence.ts';
import type { Queryable } from '#server/database/open.ts';
import { dashboards } from '#server/database/schema.ts';
import { loadDataset } from '#server/datasets/read.ts';
import type { Reads } from './items.ts';

/** A card as search knows it. A name that its question gives tells of the data, and is for those who may know it. */
type NamedCard = { dashboard: string; tab: string; id: string; title: Texts; reads?: Reads };

/** The cards of dashboards that have a name: their author's, else what their question reads like. */
export async function loadCards(db: Queryable, isWanted: SQL | undefined): Promise<NamedCard[]> {
  const isNamed = sql`(card->'title'->>'en_US' <> '' or card->'title'->>'zh_CN' <> '')`;
  const isQuestion = sql`card->>'kind' = 'chart' and card->'chart'->'ask'->>'kind' <> 'sql'`;
  // What is needed of the cards alone: documents may be long.
  const { rows } = await db.execute<Omit<NamedCard, 'reads'> & { ask: DatasetAsk | null }>(sql`
    select ${dashboards.id} as dashboard, tab->>'id' as tab, card->>'id' as id, card->'title' as title,
      case when not ${isNamed} then card->'chart'->'ask' end as ask
    from ${dashboards}, jsonb_array_elements(document->'tabs') tab, jsonb_array_elements(tab->'cards') card
    where ${isWanted} and (${isNamed} or ${isQuestion})`);
  const known = new Map<string, Promise<Dataset | undefined>>();
  const datasetOf = (id: string) => {
    const found = known.get(id) ?? loadDataset(db, id).catch(() => undefined);
    known.set(id, found);
    return found;
  };
  const cards = rows.map(async ({ ask, ...card }): Promise<NamedCard[]> => {
    if (!ask) return [card];
    const dataset = await datasetOf(ask.dataset);
    return dataset ? [{ ...card, ...namedBy(ask, dataset) }] : [];
  });
  return (await Promise.all(cards)).flat();
}

const namedBy = (ask: DatasetAsk, dataset: Dataset): Pick<NamedCard, 'title' | 'reads'> => ({
  title: { en_US: titleOf(dataset, ask, 'en_US'), zh_CN: titleOf(dataset, ask, 'zh_CN') },
  reads: { dataset: dataset.id, application: dataset.applicationId },
});
