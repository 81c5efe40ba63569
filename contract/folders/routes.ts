import { z } from 'zod';

import { accessFields, namedMemberSchema } from '#contract/access/routes.ts';
import { idSchema, momentSchema, noOutput, route } from '#contract/route.ts';
import { nameSchema } from '#contract/text.ts';

/** Kind of the contents of a folder; a folder inside another one is of the same kind. */
export const folderKinds = ['dashboard', 'application'] as const;
export type FolderKind = (typeof folderKinds)[number];

/** Levels of folders, the top one included. */
export const maxFolderDepth = 10;

const folderSchema = z.object({
  id: idSchema,
  kind: z.enum(folderKinds),
  name: z.string(),
  /** The folder it is in; null at the top level and if the reader may not see that folder. */
  parent: idSchema.nullable(),
  right: accessFields.right,
  sharing: accessFields.sharing,
  createdAt: momentSchema,
});
export type Folder = z.infer<typeof folderSchema>;

const maxMovedItems = 200;
const movedIds = z.array(idSchema).max(maxMovedItems).default([]);
const moveFields = {
  /** The target folder; null for the top level. */
  folder: idSchema.nullable(),
  dashboards: movedIds,
  applications: movedIds,
  folders: movedIds,
};
const moveSchema = z.strictObject(moveFields);
export type FolderMove = z.infer<typeof moveSchema>;

/** The folder of a new item, which inherits its access; null for the top level. */
export const newFolderSchema = idSchema.nullable().default(null);
export const placeErrors = ['not_found', 'view_only', 'folder_of_other_kind'] as const;

/** People whom a move affects, and the names of the first of them. */
const affectedSchema = z.object({ count: z.int(), people: z.array(namedMemberSchema) });

/** Changes of other members' access by a move, to at least one of the moved items and their contents. */
const movePreviewSchema = z.object({
  /** Members who cannot see the item yet. */
  gainAccess: affectedSchema,
  /** Members who can already see the item. */
  gainEdit: affectedSchema,
  loseAccess: affectedSchema,
  /** Members who can still see the item. */
  loseEdit: affectedSchema,
  /** Moved items that all members can see by their own access list, although not all can see the folder. */
  stayOpen: z.int(),
});
export type MovePreview = z.infer<typeof movePreviewSchema>;

/** Items that deleting a folder moves one level up, the names of the first of them, and the changes of access. */
const deletionPreviewSchema = movePreviewSchema.extend({ count: z.int(), names: z.array(z.string()) });
export type DeletionPreview = z.infer<typeof deletionPreviewSchema>;

const moveErrors = [
  'not_found',
  'view_only',
  'folder_name_taken',
  'folder_in_itself',
  'folder_too_deep',
  'folder_of_other_kind',
] as const;

/** Query keys of what can be in a folder: after a move it may have other access rights. */
const movable = ['folders', 'dashboards', 'dashboard', 'applications', 'application'];

export const folderRoutes = {
  'GET /folders': route({
    access: 'member',
    summary: { en_US: 'List folders of dashboards or of applications', zh_CN: '列出仪表盘或应用的文件夹' },
    input: z.strictObject({ kind: z.enum(folderKinds) }),
    output: z.array(folderSchema),
  }),
  'POST /folders': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'create_folder', en_US: 'Create a folder', zh_CN: '创建文件夹' },
    auditedFields: ['kind'],
    stale: ['folders'],
    summary: {
      en_US: 'Create a folder: at the top level for all members, otherwise with the access of its parent folder',
      zh_CN: '创建文件夹：顶层文件夹对所有成员开放，其余沿用上级文件夹的权限',
    },
    errors: ['not_found', 'view_only', 'folder_name_taken', 'folder_too_deep', 'folder_of_other_kind'],
    input: z.strictObject({ kind: z.enum(folderKinds), name: nameSchema, parent: idSchema.nullable() }),
    output: folderSchema,
  }),
  'PATCH /folders/:id': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'rename_folder', en_US: 'Rename a folder', zh_CN: '重命名文件夹' },
    auditedFields: ['name'],
    needs: 'edit folder',
    stale: ['folders'],
    summary: { en_US: 'Rename a folder', zh_CN: '重命名文件夹' },
    errors: ['folder_name_taken'],
    input: z.strictObject({ id: idSchema, name: nameSchema }),
    output: folderSchema,
  }),
  'DELETE /folders/:id': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'delete_folder', en_US: 'Delete a folder', zh_CN: '删除文件夹' },
    auditedFields: ['content'],
    needs: 'edit folder',
    stale: movable,
    summary: {
      en_US: 'Delete an empty folder, or move its contents one level up and delete it',
      zh_CN: '删除空文件夹，或将其中的内容上移一级后删除',
    },
    errors: ['folder_not_empty'],
    input: z.strictObject({ id: idSchema, content: z.enum(['refuse', 'move_up']).default('refuse') }),
    output: noOutput,
  }),
  'GET /folders/:id/deletion': route({
    access: 'editor',
    needs: 'edit folder',
    summary: {
      en_US: 'List what moves one level up when a folder is deleted, and who gains or loses access',
      zh_CN: '列出删除文件夹后上移一级的内容，以及权限增加或减少的成员',
    },
    input: z.strictObject({ id: idSchema }),
    output: deletionPreviewSchema,
  }),
  'POST /folders/move': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'move_to_folder', en_US: 'Move to a folder', zh_CN: '移动到文件夹' },
    stale: movable,
    summary: {
      en_US: 'Move dashboards, applications and folders that you can edit to a folder, all or none',
      zh_CN: '将可编辑的仪表盘、应用和文件夹移动到一个文件夹，全部成功或全部不变',
    },
    errors: moveErrors,
    input: moveSchema,
    output: noOutput,
  }),
  'POST /folders/move/preview': route({
    access: 'editor',
    isReadOnly: true,
    summary: { en_US: 'List who would gain or lose access by a move', zh_CN: '列出移动后权限增加或减少的成员' },
    errors: moveErrors,
    input: moveSchema,
    output: movePreviewSchema,
  }),
};
