import { sql } from 'drizzle-orm';

import { needsOfFormula } from '#contract/dashboard-uses.ts';
import type { BrokenUse } from '#contract/imports.ts';
import type { DatasetChange } from '#contract/uses.ts';
import type { Identity } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { alerts } from '#server/database/schema.ts';

/** The alerts that a change of a column would break. Those of others count and have no name. */
export async function listBrokenAlerts(
  { db, identity: { member } }: { db: Queryable; identity: Identity },
  change: DatasetChange,
): Promise<BrokenUse[]> {
  if (!('column' in change)) return [];
  const { column } = change;
  const found = await db
    .select()
    .from(alerts)
    .where(sql`position(${column} in ${alerts.watch}::text) > 0`);
  return found
    .filter(({ watch }) => {
      if (change.kind === 'without_column' || 'sql' in watch) return true;
      return needsOfFormula(watch.formula).columns.includes(column) || watch.time?.column === column;
    })
    .map(({ id, name, memberId }) => {
      const isSeen = member.role === 'owner' || memberId === member.id;
      const title = isSeen ? { en_US: name, zh_CN: name } : { en_US: '', zh_CN: '' };
      return { kind: isSeen ? 'alert' : 'hidden', id, title, dashboard: null };
    });
}
