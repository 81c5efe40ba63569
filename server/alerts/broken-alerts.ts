import { sql } from 'drizzle-orm';

import { needsOfFormula } from '#domain/dashboard/uses.ts';
import type { BrokenUse } from '#contract/imports/routes.ts';
import type { DatasetChange } from '#contract/datasets/uses.ts';
import type { Identity } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { alerts } from '#server/database/schema.ts';

/** The alerts that a column change would break. Alerts of other members are listed without their name. */
export async function listBrokenAlerts(
  { db, identity: { member } }: { db: Queryable; identity: Identity },
  change: DatasetChange,
): Promise<BrokenUse[]> {
  if (!('column' in change)) return [];
  const { column } = change;
  const mentioning = await db
    .select()
    .from(alerts)
    .where(sql`position(${column} in ${alerts.watch}::text) > 0`);
  return mentioning
    .filter(({ watch }) => {
      if (change.kind === 'without_column' || 'sql' in watch) return true;
      return needsOfFormula(watch.formula).columns.includes(column) || watch.time?.column === column;
    })
    .map(({ id, name, memberId }) => {
      const isVisible = member.role === 'owner' || memberId === member.id;
      const title = isVisible ? { en_US: name, zh_CN: name } : { en_US: '', zh_CN: '' };
      return { kind: isVisible ? 'alert' : 'hidden', id, title, dashboard: null };
    });
}
