import type { ReadingOptions } from '#contract/datasets/reading.ts';
import { downloadFile } from '#server/egress/download.ts';
import type { StagedFile } from '#server/imports/stage-file.ts';
import type { ExtractServices } from './services.ts';
import { fileNameOf } from './web-address.ts';

const timeoutSeconds = 30 * 60;
const maxGigabytes = 2;

type WebFile = { url: string; zone: string; options: ReadingOptions };

/** A file at a URL, to be staged. */
export const webFileOf = (
  { egress }: Pick<ExtractServices, 'egress'>,
  { url, zone, options }: WebFile,
): StagedFile => ({
  name: fileNameOf(url),
  zone,
  options,
  write: (file, signal) => downloadFile(egress, { url, file, signal, seconds: timeoutSeconds, maxGigabytes }),
});
