import type { SharedKind } from '#contract/access/routes.ts';
import { applications, dashboards, folders, grants } from '#server/database/schema.ts';
import type { SharedResource } from './audience.ts';

/** The table of a resource with its own access list, and the columns of its folder and of its grants. */
export const sharedTables = {
  dashboard: { table: dashboards, folderId: dashboards.folderId, grantColumn: grants.dashboardId },
  application: { table: applications, folderId: applications.folderId, grantColumn: grants.applicationId },
  folder: { table: folders, folderId: folders.parentId, grantColumn: grants.folderId },
} as const satisfies Record<SharedKind, unknown>;

/** The columns of a grant that name its resource. */
export const grantKeyOf = ({ kind, id }: SharedResource) =>
  ({ dashboard: { dashboardId: id }, application: { applicationId: id }, folder: { folderId: id } })[kind];

export const isSharedKind = (kind: string): kind is SharedKind => kind in sharedTables;
