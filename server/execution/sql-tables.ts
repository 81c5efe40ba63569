import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import { nearestOf } from '#domain/text/nearest-name.ts';
import { maxBindings } from '#contract/queries/schemas.ts';
import type { TableBinding } from '#domain/query/query.ts';
import type { Mention } from '#engine/engine.ts';
import { quoteName } from '#engine/sql/quote.ts';
import type { Person } from '#server/access/audience.ts';
import { maySee } from '#server/access/conditions.ts';
import { findRight } from '#server/access/rights.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, datasets, members } from '#server/database/schema.ts';
import type { ExecutionContext } from './execution.ts';
import type { QueryPublisher } from './plan.ts';

type NamedDataset = { id: string; name: string; application: string };

/** A dataset that SQL refers to, and its name as written there. */
export type ReferencedTable = { dataset: string; written: { schema?: string; name: string } };

/** Who published SQL and the bindings of its names; `bindings` is undefined if it was never saved. */
export type SavedSql = { published?: QueryPublisher | undefined; bindings?: TableBinding[] | undefined };

// Collation C folds only ASCII letters.
const foldedName = sql`lower(${datasets.name} collate "C")`;
/**
 * Resolves the table names in SQL: by their bindings, else by dataset name, with or without the application as schema.
 * Datasets that the caller may not see count as missing, except that SQL published by someone who may see them reports
 * `dataset_forbidden`. A name in published SQL that was unbound when it was saved stays unknown.
 */
export async function resolveTables(
  ctx: ExecutionContext,
  mentions: Mention[],
  saved: SavedSql = {},
): Promise<ReferencedTable[]> {
  if (mentions.length === 0) return [];
  const named = await listByNames(ctx, mentions);
  const tables = await Promise.all(mentions.map((mention) => resolveTable(ctx, mention, { named, ...saved })));
  // A running query ends when the right to see a dataset is lost.
  for (const { dataset } of tables) await findRight(ctx, { kind: 'dataset', id: dataset });
  const keyOf = ({ dataset, written }: ReferencedTable) => `${dataset} ${written.schema === undefined}`;
  return [...new Map(tables.map((table) => [keyOf(table), table])).values()];
}

type TableLookup = SavedSql & { named: NamedDataset[] };

async function resolveTable(
  ctx: ExecutionContext,
  mention: Mention,
  { named, bindings, published }: TableLookup,
): Promise<ReferencedTable> {
  const bound = bindings?.find((binding) => isNamed(binding, mention));
  if (bound) return boundTable(ctx, { mention, dataset: bound.dataset, published });
  if (bindings && published) throw unknownOf(mention);
  return findTable(mention, named) ?? throwUnknownTable(ctx, mention, published);
}

const isNamed = (binding: TableBinding, { schema, name }: Mention): boolean =>
  foldIdentifier(binding.name) === foldIdentifier(name) &&
  foldIdentifier(binding.schema ?? '') === foldIdentifier(schema ?? '');

type BoundMention = { mention: Mention; dataset: string; published: QueryPublisher | undefined };

async function boundTable(
  ctx: ExecutionContext,
  { mention, dataset, published }: BoundMention,
): Promise<ReferencedTable> {
  if (await findRight(ctx, { kind: 'dataset', id: dataset })) return { dataset, written: writtenOf(mention) };
  if (!published) throw unknownOf(mention);
  const exists = (await ctx.access.applicationOf('dataset', dataset)) !== undefined;
  throw new Problem(exists ? 'dataset_forbidden' : 'dataset_gone');
}

const writtenOf = ({ schema, name }: Mention) => ({ name, ...(schema !== null && { schema }) });
const positionOf = ({ at }: Mention) => (at === null ? {} : { at });
const textOf = ({ schema, name }: Mention) => (schema === null ? name : `${schema}.${name}`);
const unknownOf = (mention: Mention) =>
  new Problem('sql_table_unknown', { value: textOf(mention), ...positionOf(mention) });

/**
 * Binds names to datasets for the member who saves SQL: by earlier bindings, else by current names. Unknown and
 * ambiguous names stay unbound.
 */
export async function bindMentions(
  ctx: ExecutionContext,
  mentions: Mention[],
  before: TableBinding[],
): Promise<TableBinding[]> {
  const named = mentions.length === 0 ? [] : await listByNames(ctx, mentions);
  const bindings = mentions.flatMap((mention): TableBinding[] => {
    const dataset = (before.find((binding) => isNamed(binding, mention)) ?? findUnambiguous(mention, named))?.dataset;
    return dataset === undefined ? [] : [{ schema: mention.schema, name: mention.name, dataset }];
  });
  const keyOf = ({ schema, name }: TableBinding) =>
    JSON.stringify([schema && foldIdentifier(schema), foldIdentifier(name)]);
  const distinct = new Map(bindings.toReversed().map((binding) => [keyOf(binding), binding]));
  return [...distinct.values()].toReversed().slice(0, maxBindings);
}

function findUnambiguous(mention: Mention, named: NamedDataset[]): ReferencedTable | undefined {
  try {
    return findTable(mention, named);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function listByNames({ db, identity }: ExecutionContext, mentions: Mention[]): Promise<NamedDataset[]> {
  const names = [...new Set(mentions.map(({ name }) => foldIdentifier(name)))];
  return listDatasets(db, identity.member, inArray(foldedName, names));
}

const listDatasets = (db: Queryable, person: Person, where?: SQL): Promise<NamedDataset[]> =>
  db
    .select({ id: datasets.id, name: datasets.name, application: applications.name })
    .from(datasets)
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(
      and(
        isNull(datasets.trashedAt),
        isNull(applications.trashedAt),
        maySee(person, 'application', applications.id),
        where,
      ),
    )
    .orderBy(asc(applications.name), asc(datasets.createdAt))
    .limit(10_000);

/** Throws for a name that no dataset has, with the most similar name. */
async function throwUnknownTable(ctx: ExecutionContext, mention: Mention, published?: QueryPublisher): Promise<never> {
  const { schema, name } = mention;
  if (published && (await isVisibleTo(ctx, published, mention))) throw new Problem('dataset_forbidden');
  const position = positionOf(mention);
  if (schema !== null) throw unknownOf(mention);
  const column = nearestOf(
    name,
    (await listDatasets(ctx.db, ctx.identity.member)).map((each) => each.name),
  );
  throw column === undefined
    ? new Problem('sql_table_unknown', { value: name, ...position })
    : new Problem('sql_table_misspelt', { value: name, column, ...position });
}

/** Whether the publisher can see a dataset of this name; used so that nobody can probe for names. */
async function isVisibleTo({ db }: ExecutionContext, { by }: QueryPublisher, mention: Mention): Promise<boolean> {
  if (by === null) return false;
  const [publisher] = await db.select({ id: members.id, role: members.role }).from(members).where(eq(members.id, by));
  if (!publisher) return false;
  const named = await listDatasets(db, publisher, eq(foldedName, foldIdentifier(mention.name)));
  return named.some(
    ({ application }) => mention.schema === null || foldIdentifier(application) === foldIdentifier(mention.schema),
  );
}

function findTable(mention: Mention, named: NamedDataset[]): ReferencedTable | undefined {
  const { schema, name } = mention;
  const alike = named.filter(
    (each) =>
      foldIdentifier(each.name) === foldIdentifier(name) &&
      (schema === null || foldIdentifier(each.application) === foldIdentifier(schema)),
  );
  // An exact match takes precedence over one that differs only in case.
  const exact = alike.filter((each) => each.name === name && (schema === null || each.application === schema));
  const matches = exact.length > 0 ? exact : alike;
  if (matches.length === 0) return undefined;
  if (matches.length > 1) {
    const choices = matches.map((each) => `${quoteName(each.application)}.${quoteName(each.name)}`);
    const detail = choices.slice(0, 5).join(', ');
    throw new Problem('sql_table_ambiguous', { value: textOf(mention), detail, ...positionOf(mention) });
  }
  return { dataset: matches[0]!.id, written: writtenOf(mention) };
}
