import type { extractRoutes } from '#contract/extracts/routes.ts';
import type { Handlers } from '#server/context.ts';
import { previewWebFile } from './preview.ts';
import type { ExtractServices } from './services.ts';
import { changeExtract, createExtract, listExtracts, makeDue, removeExtract } from './store.ts';

export const extractHandlers: Handlers<ExtractServices, typeof extractRoutes> = {
  'POST /extracts/preview': previewWebFile,
  'GET /applications/:id/extracts': (ctx, { id }) => listExtracts(ctx, id),
  'POST /applications/:id/extracts': createExtract,
  'PUT /extracts/:id': changeExtract,
  'POST /extracts/:id/run': (ctx, { id }) => makeDue(ctx, id),
  'DELETE /extracts/:id': (ctx, { id }) => removeExtract(ctx, id),
};
