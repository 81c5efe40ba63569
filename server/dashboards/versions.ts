import { and, desc, eq, type SQL } from 'drizzle-orm';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { DashboardVersion } from '#contract/dashboards/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Queryable } from '#server/database/open.ts';
import { dashboardVersions, members } from '#server/database/schema.ts';
import { requireReadable } from './document-format.ts';
import { requireDashboard } from './store.ts';

const { dashboardId, number, cards, createdAt, document } = dashboardVersions;
const by = { id: members.id, name: members.name };

/** The versions of a dashboard, newest first. */
export async function listVersions(db: Queryable, id: string): Promise<DashboardVersion[]> {
  await requireDashboard(db, id);
  const rows = await db
    .select({ number, cards, createdAt, by })
    .from(dashboardVersions)
    .leftJoin(members, isPublisher)
    .where(eq(dashboardId, id))
    .orderBy(desc(number));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

const isPublisher: SQL = eq(members.id, dashboardVersions.memberId);

type VersionKey = { id: string; number: number };

export async function loadVersion(
  db: Queryable,
  key: VersionKey,
): Promise<DashboardVersion & { dashboard: Dashboard }> {
  await requireDashboard(db, key.id);
  const [row] = await db
    .select({ number, cards, createdAt, by, document })
    .from(dashboardVersions)
    .leftJoin(members, isPublisher)
    .where(and(eq(dashboardId, key.id), eq(number, key.number)));
  if (!row) throw new Problem('no_such_version');
  const { document: stored, ...version } = row;
  return { ...version, createdAt: row.createdAt.toISOString(), dashboard: requireReadable(stored) };
}
