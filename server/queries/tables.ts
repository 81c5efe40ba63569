import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#contract/identifier.ts';
import { nearestOf } from '#contract/nearest.ts';
import { maxBindings } from '#contract/queries.ts';
import type { TableBinding } from '#contract/query.ts';
import type { Mention } from '#engine/engine.ts';
import type { Person } from '#server/access/audience.ts';
import { maySee } from '#server/access/conditions.ts';
import { findRight } from '#server/access/rights.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, datasets, members } from '#server/database/schema.ts';
import type { Publication } from './prepare.ts';
import type { Asking } from './services.ts';

type Named = { id: string; name: string; application: string };

/** A dataset that SQL refers to, and how it is written there. */
export type Table = { dataset: string; written: { schema?: string; name: string } };

/** By whom SQL was published, and what its names were bound to when it was saved; undefined if it never was. */
export type Saved = { published?: Publication | undefined; bindings?: TableBinding[] | undefined };

// The collation C folds ASCII letters alone.
const foldedName = sql`lower(${datasets.name} collate "C")`;
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Finds the datasets that SQL refers to: those that its names are bound to, else by their names, with or without the
 * application before them. What someone may not see is not there for them; if it was published by someone who may, that
 * is said. A name in published SQL that was bound to nothing when it was saved means nothing later either.
 */
export async function resolveTables(ctx: Asking, mentions: Mention[], saved: Saved = {}): Promise<Table[]> {
  if (mentions.length === 0) return [];
  const named = await listNamed(ctx, mentions);
  const tables = await Promise.all(mentions.map((mention) => resolveTable(ctx, mention, { named, ...saved })));
  // What is read from now on ends when it may not be seen any more.
  for (const { dataset } of tables) await findRight(ctx, { kind: 'dataset', id: dataset });
  const keyOf = ({ dataset, written }: Table) => `${dataset} ${written.schema === undefined}`;
  return [...new Map(tables.map((table) => [keyOf(table), table])).values()];
}

type Known = Saved & { named: Named[] };

async function resolveTable(ctx: Asking, mention: Mention, { named, bindings, published }: Known): Promise<Table> {
  const bound = bindings?.find((binding) => isNamed(binding, mention));
  if (bound) return boundTable(ctx, { mention, dataset: bound.dataset, published });
  if (bindings && published) throw unknownOf(mention);
  return findTable(mention, named) ?? missing(ctx, mention, published);
}

const isNamed = (binding: TableBinding, { schema, name }: Mention): boolean =>
  foldIdentifier(binding.name) === foldIdentifier(name) &&
  foldIdentifier(binding.schema ?? '') === foldIdentifier(schema ?? '');

type Bound = { mention: Mention; dataset: string; published: Publication | undefined };

async function boundTable(ctx: Asking, { mention, dataset, published }: Bound): Promise<Table> {
  if (await findRight(ctx, { kind: 'dataset', id: dataset })) return { dataset, written: writtenOf(mention) };
  if (!published) throw unknownOf(mention);
  const isThere = (await ctx.access.applicationOf('dataset', dataset)) !== undefined;
  throw new Problem(isThere ? 'dataset_forbidden' : 'dataset_gone');
}

const writtenOf = ({ schema, name }: Mention) => ({ name, ...(schema !== null && { schema }) });
const placeOf = ({ at }: Mention) => (at === null ? {} : { at });
const textOf = ({ schema, name }: Mention) => (schema === null ? name : `${schema}.${name}`);
const unknownOf = (mention: Mention) =>
  new Problem('sql_table_unknown', { value: textOf(mention), ...placeOf(mention) });

/**
 * What the names mean to whoever saves SQL: what they were bound to before, else what they mean now. Names that mean
 * nothing, or more than one dataset, stay unbound.
 */
export async function bindMentions(ctx: Asking, mentions: Mention[], before: TableBinding[]): Promise<TableBinding[]> {
  const named = mentions.length === 0 ? [] : await listNamed(ctx, mentions);
  const found = mentions.flatMap((mention): TableBinding[] => {
    const dataset = (before.find((binding) => isNamed(binding, mention)) ?? findOnly(mention, named))?.dataset;
    return dataset === undefined ? [] : [{ schema: mention.schema, name: mention.name, dataset }];
  });
  const keyOf = ({ schema, name }: TableBinding) =>
    JSON.stringify([schema && foldIdentifier(schema), foldIdentifier(name)]);
  const distinct = new Map(found.toReversed().map((binding) => [keyOf(binding), binding]));
  return [...distinct.values()].toReversed().slice(0, maxBindings);
}

function findOnly(mention: Mention, named: Named[]): Table | undefined {
  try {
    return findTable(mention, named);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function listNamed({ db, identity }: Asking, mentions: Mention[]): Promise<Named[]> {
  const names = [...new Set(mentions.map(({ name }) => foldIdentifier(name)))];
  return listDatasets(db, identity.member, inArray(foldedName, names));
}

const listDatasets = (db: Queryable, person: Person, where?: SQL): Promise<Named[]> =>
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

/** Refuses a name that no dataset has, and says which one may be meant. */
async function missing(ctx: Asking, mention: Mention, published?: Publication): Promise<never> {
  const { schema, name } = mention;
  if (published && (await isSeenBy(ctx, published, mention))) throw new Problem('dataset_forbidden');
  const place = placeOf(mention);
  if (schema !== null) throw unknownOf(mention);
  const column = nearestOf(
    name,
    (await listDatasets(ctx.db, ctx.identity.member)).map((each) => each.name),
  );
  throw column === undefined
    ? new Problem('sql_table_unknown', { value: name, ...place })
    : new Problem('sql_table_misspelt', { value: name, column, ...place });
}

/** Whether a name means something to whoever published it. Nobody learns by trying what names there are. */
async function isSeenBy({ db }: Asking, { by }: Publication, mention: Mention): Promise<boolean> {
  if (by === null) return false;
  const [publisher] = await db.select({ id: members.id, role: members.role }).from(members).where(eq(members.id, by));
  if (!publisher) return false;
  const named = await listDatasets(db, publisher, eq(foldedName, foldIdentifier(mention.name)));
  return named.some(
    ({ application }) => mention.schema === null || foldIdentifier(application) === foldIdentifier(mention.schema),
  );
}

function findTable(mention: Mention, named: Named[]): Table | undefined {
  const { schema, name } = mention;
  const alike = named.filter(
    (each) =>
      foldIdentifier(each.name) === foldIdentifier(name) &&
      (schema === null || foldIdentifier(each.application) === foldIdentifier(schema)),
  );
  // What is written exactly so goes before what differs in case alone.
  const exact = alike.filter((each) => each.name === name && (schema === null || each.application === schema));
  const found = exact.length > 0 ? exact : alike;
  if (found.length === 0) return undefined;
  if (found.length > 1) {
    const choices = found.map((each) => `${quote(each.application)}.${quote(each.name)}`);
    const detail = choices.slice(0, 5).join(', ');
    throw new Problem('sql_table_ambiguous', { value: textOf(mention), detail, ...placeOf(mention) });
  }
  return { dataset: found[0]!.id, written: writtenOf(mention) };
}
