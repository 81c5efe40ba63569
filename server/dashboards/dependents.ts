import { and, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';

import { type Card, cardsOf, type Dashboard, plainState } from '#contract/dashboard.ts';
import { questionsOf } from '#contract/dashboard-asks.ts';
import { needsOf, needsOfFormula, type Use, usesOf } from '#contract/dashboard-uses.ts';
import type { Dataset, Texts } from '#contract/datasets.ts';
import { datasetsOfAsk } from '#contract/dashboard-parts.ts';
import { type Ask, emptyAsk, type QueryAsk, type SqlAsk } from '#contract/query.ts';
import type { Dependent } from '#contract/uses.ts';
import { titleOf } from '#display/words/sentence.ts';
import { charts, dashboards } from '#server/database/schema.ts';
import { maySee, maySeeChart } from '#server/access/conditions.ts';
import { loadDataset } from '#server/datasets/read.ts';
import type { Asking } from '#server/queries/services.ts';
import { mentionsIn } from '#server/queries/mentions.ts';

/** A dependent, and the questions that it asks of the dataset. */
export type Found = { dependent: Dependent; asks: Ask[] };

/** Everything that uses a dataset: parts of published dashboards, kept charts, metrics. */
export async function findDependents(ctx: Asking, id: string): Promise<{ dataset: Dataset; found: Found[] }> {
  const dataset = await loadDataset(ctx.db, id);
  const { member } = ctx.identity;
  const seenBoard = sql<boolean>`${maySee(member, 'dashboard', dashboards.id)}`;
  const boards = await ctx.db
    .select({ id: dashboards.id, title: dashboards.title, document: dashboards.document, isSeen: seenBoard })
    .from(dashboards)
    .where(and(isNull(dashboards.trashedAt), sql`document->>'format' = '1'`, mayMention(dashboards.document, dataset)));
  const kept = await ctx.db
    .select({ ...getTableColumns(charts), isSeen: sql<boolean>`${maySeeChart(member)}` })
    .from(charts)
    .where(mayMention(charts.chart, dataset));
  const found = dataset.metrics.map((metric) => ofMetric(dataset, metric));
  for (const { id: chart, name, chart: drawn, isSeen } of kept) {
    const asks = await about(ctx, id, [drawn.ask]);
    const title = { en_US: name, zh_CN: name };
    if (asks.length === 0) continue;
    const use: Found = { asks, dependent: { kind: 'chart', id: chart, title, dashboard: null, ...factsOf(asks) } };
    found.push(isSeen ? use : hidden(use));
  }
  for (const { isSeen, ...board } of boards) {
    const parts = await partsOf(ctx, dataset, board);
    found.push(...(isSeen ? parts : parts.map(hidden)));
  }
  return { dataset, found };
}

/** Something that one may not see: it counts, and has no name. */
const hidden = ({ asks, dependent }: Found): Found => ({
  asks,
  dependent: { ...dependent, kind: 'hidden', id: randomUUID(), title: { en_US: '', zh_CN: '' }, dashboard: null },
});

export async function listDependents(ctx: Asking, { id }: { id: string }): Promise<Dependent[]> {
  return (await findDependents(ctx, id)).found.map(({ dependent }) => dependent);
}

/** Questions by clicking have the id of the dataset in them, SQL its name. Whether it is meant, a closer look tells. */
function mayMention(document: PgColumn, { id, name }: Dataset): SQL {
  const written = JSON.stringify(name).slice(1, -1);
  const text = sql`${document}::text`;
  return sql`(position(${id} in ${text}) > 0 or position(lower(${written}) in lower(${text})) > 0)`;
}

/** Those of some questions that are about a dataset. SQL that cannot be understood is about nothing. */
async function about(ctx: Asking, dataset: string, asks: Ask[]): Promise<Ask[]> {
  const found: Ask[] = [];
  for (const ask of asks) {
    const datasets = datasetsOfAsk(ask) ?? (ask.kind === 'sql' ? await namesIn(ctx, ask) : []);
    if (datasets.includes(dataset)) found.push(ask);
  }
  return found;
}

// SQL that is bound to nothing yet means what the asker understands by it: what it reads beside that is not told.
const namesIn = async (ctx: Asking, ask: SqlAsk): Promise<string[]> => {
  const tables = await mentionsIn(ctx, ask).catch(() => []);
  return tables.map(({ dataset }) => dataset);
};

function factsOf(asks: Ask[]): Pick<Dependent, 'columns' | 'metrics' | 'isSql'> {
  const needs = asks.flatMap((ask) => (ask.kind === 'sql' ? [] : [needsOf(ask)]));
  return {
    columns: [...new Set(needs.flatMap(({ columns }) => columns))],
    metrics: [...new Set(needs.flatMap(({ metrics }) => metrics))],
    isSql: asks.some(({ kind }) => kind === 'sql'),
  };
}

/** A question that counts rows, for what only acts on a column. */
const countOf = (dataset: string, told: Partial<QueryAsk>): QueryAsk => ({ ...emptyAsk(dataset), limit: 1, ...told });

function ofMetric(dataset: Dataset, { id, name, label, formula }: Dataset['metrics'][number]): Found {
  const title = { en_US: label.en_US || name, zh_CN: label.zh_CN || name };
  const asks = [countOf(dataset.id, { measures: [{ id: 'metric', formula, show: 'value' }] })];
  const dependent = { kind: 'metric' as const, id, title, dashboard: null, isSql: false };
  return { asks, dependent: { ...dependent, ...needsOfFormula(formula) } };
}

type Board = { id: string; title: Texts; document: Dashboard };

async function partsOf(ctx: Asking, dataset: Dataset, { id, title, document }: Board): Promise<Found[]> {
  const dashboard = { id, title };
  const found: Found[] = [];
  for (const card of cardsOf(document)) {
    const asks = await about(ctx, dataset.id, asksOf(document, card));
    if (asks.length === 0) continue;
    const dependent = { kind: 'card' as const, id: card.id, title: namedBy(card, asks[0]!, dataset), dashboard };
    found.push({ asks, dependent: { ...dependent, ...factsOf(asks) } });
  }
  const others = usesOf(document).filter((use) => use.kind !== 'card' && use.dataset === dataset.id);
  return [...found, ...others.map((use) => ofControl(document, use, dashboard))];
}

/** What a card asks when it is opened, and on every step of its path. */
function asksOf(document: Dashboard, card: Card): Ask[] {
  const asks = questionsOf(document, card, plainState).map(({ ask }) => ask);
  const [first] = asks;
  if (card.kind !== 'chart' || first?.kind !== 'query' || !first.dimensions[0]) return asks;
  const [{ id }, ...rest] = first.dimensions;
  return [...asks, ...card.path.map((step): Ask => ({ ...first, dimensions: [{ id, ...step }, ...rest] }))];
}

function namedBy({ title }: Card, ask: Ask, dataset: Dataset): Texts {
  if (title.en_US || title.zh_CN) return title;
  if (ask.kind === 'sql') return { en_US: 'SQL', zh_CN: 'SQL' };
  return { en_US: titleOf(dataset, ask, 'en_US'), zh_CN: titleOf(dataset, ask, 'zh_CN') };
}

const oneDay = { kind: 'last', count: 1, grain: { unit: 'day' } } as const;

function ofControl({ controls }: Dashboard, use: Use, dashboard: { id: string; title: Texts }): Found {
  const column = use.columns[0]!;
  const title = controls.find(({ id }) => id === use.id)?.label ?? { en_US: '', zh_CN: '' };
  const asked: Partial<QueryAsk> =
    use.kind === 'time'
      ? { period: { kind: 'during', column, span: oneDay, compare: { kind: 'none' } } }
      : { filters: [{ op: 'filled', column }] };
  return {
    asks: [countOf(use.dataset, asked)],
    dependent: { kind: use.kind, id: use.id, title, dashboard, columns: use.columns, metrics: [], isSql: false },
  };
}
