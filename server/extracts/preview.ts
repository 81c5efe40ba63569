import { Problem } from '#contract/errors.ts';
import type { Upload } from '#contract/imports/routes.ts';
import { createStagedUpload, fillUpload } from '#server/imports/stage-file.ts';
import { uploadOf } from '#server/imports/uploads.ts';
import type { ExtractContext } from './services.ts';
import { webFileOf } from './stage-download.ts';

/** Starts to download a file as an upload of the caller, which has the same preview as any upload. */
export async function previewWebFile(
  ctx: ExtractContext,
  { url, zone }: { url: string; zone: string },
): Promise<Upload> {
  if (!URL.canParse(url)) throw new Problem('address_malformed');
  const file = webFileOf(ctx, { url, zone, options: {} });
  const row = await createStagedUpload(ctx, file);
  fillUpload(ctx, row, file).catch((error: unknown) => ctx.log.error({ err: error }, 'downloading a file failed'));
  return uploadOf(ctx, row);
}
