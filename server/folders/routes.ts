import type { folderRoutes } from '#contract/folders/routes.ts';
import type { AccessControl } from '#server/access/access.ts';
import type { Handlers } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { previewDeletion } from './deletion-preview.ts';
import { moveToFolder } from './move.ts';
import { previewMove } from './move-preview.ts';
import { createFolder, deleteFolder, listFolders, renameFolder } from './store.ts';

export const folderHandlers: Handlers<{ db: Database; access: AccessControl }, typeof folderRoutes> = {
  'GET /folders': listFolders,
  'POST /folders': createFolder,
  'PATCH /folders/:id': renameFolder,
  'DELETE /folders/:id': deleteFolder,
  'GET /folders/:id/deletion': previewDeletion,
  'POST /folders/move': moveToFolder,
  'POST /folders/move/preview': previewMove,
};
