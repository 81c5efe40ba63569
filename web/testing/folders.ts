import type { Folder } from '#contract/folders/routes.ts';

/** A folder of dashboards that everyone may edit. */
export const folderOf = (id: string, parent: string | null, fields: Partial<Folder> = {}): Folder => ({
  id,
  kind: 'dashboard',
  name: id,
  parent,
  right: 'edit',
  sharing: 'everyone',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});
