import { inArray } from 'drizzle-orm';

import type { FolderMove } from '#contract/folders/routes.ts';
import { textOf } from '#display/words/subject.ts';
import type { Language } from '#domain/language.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, dashboards, folders } from '#server/database/schema.ts';

const maxNames = 5;

/** Names of the moved items and of their target, for the audit log. */
export async function loadMoveTitle(db: Queryable, move: FolderMove, language: Language): Promise<string> {
  const { id, title } = dashboards;
  const titles = await db.select({ title }).from(dashboards).where(inArray(id, move.dashboards));
  const names = [
    ...titles.map((row) => textOf(row.title, language)),
    ...(await loadNames(db, applications, move.applications)),
    ...(await loadNames(db, folders, move.folders)),
  ];
  const [target = '/'] = await loadNames(db, folders, move.folder === null ? [] : [move.folder]);
  const more = names.length > maxNames ? ` +${names.length - maxNames}` : '';
  return `${names.slice(0, maxNames).join(', ')}${more} → ${target}`;
}

async function loadNames(db: Queryable, table: typeof applications | typeof folders, ids: string[]): Promise<string[]> {
  const rows = await db.select({ name: table.name }).from(table).where(inArray(table.id, ids));
  return rows.map(({ name }) => name);
}
