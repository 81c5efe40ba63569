import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { nearestOf } from '#contract/nearest.ts';
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

const lower = (text: string) => text.toLowerCase();
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Finds the datasets that SQL refers to by their names, with or without the application before them. What someone may
 * not see is not there for them; if it was published by someone who may, that is said.
 */
export async function resolveTables(ctx: Asking, mentions: Mention[], published?: Publication): Promise<Table[]> {
  if (mentions.length === 0) return [];
  const named = await listNamed(ctx, mentions);
  const tables = await Promise.all(
    mentions.map(async (mention) => findTable(mention, named) ?? missing(ctx, mention, published)),
  );
  // What is read from now on ends when it may not be seen any more.
  for (const { dataset } of tables) await findRight(ctx, { kind: 'dataset', id: dataset });
  const keyOf = ({ dataset, written }: Table) => `${dataset} ${written.schema === undefined}`;
  return [...new Map(tables.map((table) => [keyOf(table), table])).values()];
}

function listNamed({ db, identity }: Asking, mentions: Mention[]): Promise<Named[]> {
  const names = [...new Set(mentions.map(({ name }) => lower(name)))];
  return listDatasets(db, identity.member, inArray(sql`lower(${datasets.name})`, names));
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
  const { schema, name, at } = mention;
  if (published && (await isSeenBy(ctx, published, mention))) throw new Problem('dataset_forbidden');
  const place = at === null ? {} : { at };
  if (schema !== null) throw new Problem('sql_table_unknown', { value: `${schema}.${name}`, ...place });
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
  const named = await listDatasets(db, publisher, eq(sql`lower(${datasets.name})`, lower(mention.name)));
  return named.some(({ application }) => mention.schema === null || lower(application) === lower(mention.schema));
}

function findTable({ schema, name, at }: Mention, named: Named[]): Table | undefined {
  const alike = named.filter(
    (each) => lower(each.name) === lower(name) && (schema === null || lower(each.application) === lower(schema)),
  );
  // What is written exactly so goes before what differs in case alone.
  const exact = alike.filter((each) => each.name === name && (schema === null || each.application === schema));
  const found = exact.length > 0 ? exact : alike;
  const place = at === null ? {} : { at };
  const value = schema === null ? name : `${schema}.${name}`;
  if (found.length === 0) return undefined;
  if (found.length > 1) {
    const choices = found.map((each) => `${quote(each.application)}.${quote(each.name)}`);
    throw new Problem('sql_table_ambiguous', { value, detail: choices.slice(0, 5).join(', '), ...place });
  }
  return { dataset: found[0]!.id, written: { name, ...(schema !== null && { schema }) } };
}
