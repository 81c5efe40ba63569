import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { nearestOf } from '#contract/nearest.ts';
import type { Mention } from '#engine/engine.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, datasets } from '#server/database/schema.ts';

type Named = { id: string; name: string; application: string };

/** A dataset that SQL refers to, and how it is written there. */
export type Table = { dataset: string; written: { schema?: string; name: string } };

const lower = (text: string) => text.toLowerCase();
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Finds the datasets that SQL refers to by their names, with or without the application before them. */
export async function resolveTables(db: Queryable, mentions: Mention[]): Promise<Table[]> {
  if (mentions.length === 0) return [];
  const named = await listNamed(db, mentions);
  const tables = await Promise.all(mentions.map(async (mention) => findTable(mention, named) ?? missing(db, mention)));
  const keyOf = ({ dataset, written }: Table) => `${dataset} ${written.schema === undefined}`;
  return [...new Map(tables.map((table) => [keyOf(table), table])).values()];
}

function listNamed(db: Queryable, mentions: Mention[]): Promise<Named[]> {
  const names = [...new Set(mentions.map(({ name }) => lower(name)))];
  return listDatasets(db, inArray(sql`lower(${datasets.name})`, names));
}

const listDatasets = (db: Queryable, where?: SQL): Promise<Named[]> =>
  db
    .select({ id: datasets.id, name: datasets.name, application: applications.name })
    .from(datasets)
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(and(isNull(datasets.trashedAt), isNull(applications.trashedAt), where))
    .orderBy(asc(applications.name), asc(datasets.createdAt))
    .limit(10_000);

/** Refuses a name that no dataset has, and says which one may be meant. */
async function missing(db: Queryable, { schema, name, at }: Mention): Promise<never> {
  const place = at === null ? {} : { at };
  if (schema !== null) throw new Problem('sql_table_unknown', { value: `${schema}.${name}`, ...place });
  const column = nearestOf(
    name,
    (await listDatasets(db)).map((each) => each.name),
  );
  throw column === undefined
    ? new Problem('sql_table_unknown', { value: name, ...place })
    : new Problem('sql_table_misspelt', { value: name, column, ...place });
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
