import type { ApiKey, Input } from '#contract/api.ts';
import { reach } from './client.ts';

/** Saves what a route gives as a file, under the name that the server gave it. */
export async function download<K extends ApiKey>(key: K, input: Input<K>): Promise<void> {
  const response = await reach(key, input);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response.headers.get('content-disposition') ?? '');
  link.click();
  // The browser takes the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The name in a Content-Disposition header. */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download');
}
