import { Problem } from '#contract/errors.ts';
import type { extractRoutes } from '#contract/extracts/routes.ts';
import type { Upload } from '#contract/imports/routes.ts';
import type { Handlers } from '#server/context.ts';
import { createStagedUpload, fillUpload } from '#server/imports/stage-file.ts';
import { uploadOf } from '#server/imports/uploads.ts';
import type { ExtractServices, ExtractContext } from './services.ts';
import { webFileOf } from './stage-download.ts';
import { changeExtract, createExtract, listExtracts, makeDue, removeExtract } from './store.ts';

/** Starts to download a file as an upload of the caller, which has the same preview as any upload. */
async function previewWebFile(ctx: ExtractContext, { url, zone }: { url: string; zone: string }): Promise<Upload> {
  if (!URL.canParse(url)) throw new Problem('address_malformed');
  const file = webFileOf(ctx, { url, zone, options: {} });
  const row = await createStagedUpload(ctx, file);
  fillUpload(ctx, row, file).catch((error: unknown) => ctx.log.error({ err: error }, 'downloading a file failed'));
  return uploadOf(ctx, row);
}

export const extractHandlers: Handlers<ExtractServices, typeof extractRoutes> = {
  'POST /extracts/preview': previewWebFile,
  'GET /applications/:id/extracts': (ctx, { id }) => listExtracts(ctx, id),
  'POST /applications/:id/extracts': createExtract,
  'PUT /extracts/:id': changeExtract,
  'POST /extracts/:id/run': (ctx, { id }) => makeDue(ctx, id),
  'DELETE /extracts/:id': (ctx, { id }) => removeExtract(ctx, id),
};
