import type { ReadingOptions } from '#contract/datasets/reading.ts';
import { downloadFile } from '#server/egress/download.ts';
import type { StagedFile } from '#server/imports/stage-file.ts';
import type { ExtractServices } from './services.ts';

const timeoutSeconds = 30 * 60;
const maxGigabytes = 2;
const maxNameLength = 200;

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

/** The last part of the path, else the host. The query is left out: it may hold a secret. */
export function fileNameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  return decode(last).slice(0, maxNameLength);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('\0', '');
  } catch {
    // A malformed escape stays as it is.
    return text;
  }
}
