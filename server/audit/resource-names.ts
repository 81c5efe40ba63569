import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Language } from '#domain/language.ts';
import { pathOf, type RouteKey } from '#contract/route.ts';
import type { Queryable } from '#server/database/open.ts';
import * as schema from '#server/database/schema.ts';

type NameColumns = { id: PgColumn; name: PgColumn };

/** Tables of named resources, by table name. The name of a resource is in a column `name`, `title` or `file`. */
const namedTables = new Map(
  Object.values<unknown>(schema).flatMap((table) => (is(table, PgTable) ? entryOf(table) : [])),
);

function entryOf(table: PgTable): [string, NameColumns][] {
  const { id, name, title, file } = getTableColumns(table) as Record<string, PgColumn>;
  const named = name ?? title ?? file;
  return id?.primary && named ? [[getTableName(table), { id, name: named }]] : [];
}

/** Columns of the resource that a path parameter identifies, by the path before the parameter. */
function columnsAt(path: string): NameColumns | undefined {
  // The path of applications' keys ends in the same word.
  if (path === '/me/keys') return schema.personalKeys;
  return namedTables.get(path.slice(path.lastIndexOf('/') + 1).replaceAll('-', '_'));
}

type RouteInput = Record<string, unknown>;

/** Names of the resources that a call is about, from outer to inner. */
export async function findResourceName(
  db: Queryable,
  key: RouteKey,
  { input, language }: { input: RouteInput; language: Language },
): Promise<string | undefined> {
  const path = pathOf(key);
  const resourceNames: string[] = [];
  for (const { 1: name, index } of path.matchAll(/\/:(\w+)/g)) {
    const columns = columnsAt(path.slice(0, index));
    const resourceName = columns && (await findName(db, columns, input[name!] as string));
    if (resourceName) resourceNames.push(textIn(resourceName, language));
  }
  return resourceNames.length > 0 ? resourceNames.join(' / ') : undefined;
}

async function findName(db: Queryable, { id, name }: NameColumns, value: string) {
  const [row] = await db
    .select({ name: sql<unknown>`${name}`.mapWith(name) })
    .from(id.table)
    .where(eq(id, value));
  return row?.name;
}

/** Name of a created resource, if its input or output contains one. */
export function nameIn(value: unknown, language: Language): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, title, dashboard } = value as Record<string, unknown>;
  const resourceName = name ?? title;
  return resourceName ? textIn(resourceName, language) : nameIn(dashboard, language);
}

function textIn(name: unknown, language: Language): string {
  if (typeof name === 'string') return name;
  const texts = name as Partial<Record<Language, string>>;
  return texts[language] || Object.values(texts).find(Boolean) || '';
}
