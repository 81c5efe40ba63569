import { eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Language } from '#domain/language.ts';
import { pathOf, type RouteKey } from '#contract/route.ts';
import type { Queryable } from '#server/database/open.ts';
import {
  alerts,
  applications,
  channels,
  charts,
  dashboards,
  datasets,
  imports,
  keys,
  members,
  metrics,
  passkeys,
  personalKeys,
  shares,
  uploads,
} from '#server/database/schema.ts';

/** Name column of the resource that a path parameter identifies, by the path before the parameter. */
const names: Record<string, { id: PgColumn; name: PgColumn }> = {
  '/dashboards': { id: dashboards.id, name: dashboards.title },
  '/dashboards/:id/shares': shares,
  '/shares': shares,
  '/applications': applications,
  '/applications/:id/keys': keys,
  '/datasets': datasets,
  '/datasets/:id/metrics': metrics,
  '/charts': charts,
  '/data/datasets': datasets,
  '/data/charts': charts,
  '/data/dashboards': { id: dashboards.id, name: dashboards.title },
  '/uploads': uploads,
  '/imports': { id: imports.id, name: imports.file },
  '/alerts': alerts,
  '/channels': channels,
  '/members': members,
  '/me/keys': personalKeys,
  '/me/passkeys': passkeys,
};

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
    const columns = names[path.slice(0, index)];
    const called = columns && (await findName(db, columns, input[name!] as string));
    if (called) resourceNames.push(textIn(called, language));
  }
  return resourceNames.length > 0 ? resourceNames.join(' / ') : undefined;
}

async function findName(db: Queryable, { id, name }: { id: PgColumn; name: PgColumn }, value: string) {
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
  const called = name ?? title;
  return called ? textIn(called, language) : nameIn(dashboard, language);
}

function textIn(name: unknown, language: Language): string {
  if (typeof name === 'string') return name;
  const texts = name as Partial<Record<Language, string>>;
  return texts[language] || Object.values(texts).find(Boolean) || '';
}
