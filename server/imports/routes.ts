import type { importRoutes } from '#contract/imports/routes.ts';
import type { Handlers } from '#server/context.ts';
import { proposeMatches } from './propose-matches.ts';
import { previewUpload } from './preview-upload.ts';
import { rereadUpload } from './reread-upload.ts';
import { cancelImport, confirmImport } from './confirm.ts';
import type { FindBrokenUses } from './confirmation.ts';
import { listImports, loadImport } from './list-imports.ts';
import { startImports } from './run-imports.ts';
import { announceUpload, cancelUpload, loadUpload, receiveUpload, type ImportServices } from './uploads.ts';

export const importHandlers: Handlers<ImportServices & { findBrokenUses: FindBrokenUses }, typeof importRoutes> = {
  'POST /uploads': announceUpload,
  'PUT /uploads/:id/content': (ctx, { id }) => receiveUpload(ctx, id),
  'GET /uploads/:id': (ctx, { id }) => loadUpload(ctx, id),
  'POST /uploads/:id/preview': previewUpload,
  'PUT /uploads/:id/reading': rereadUpload,
  'DELETE /uploads/:id': (ctx, { id }) => cancelUpload(ctx, id),
  'POST /uploads/:id/matches': proposeMatches,
  'POST /uploads/:id/imports': startImports,
  'GET /applications/:id/imports': (ctx, { id }) => listImports(ctx, id),
  'GET /imports/:id': (ctx, { id }) => loadImport(ctx, id),
  'POST /imports/:id/confirm': (ctx, { id }) => confirmImport(ctx, id),
  'DELETE /imports/:id': (ctx, { id }) => cancelImport(ctx, id),
};
