import type { ApiKey, ApiInput } from '#contract/api.ts';
import { fetchRoute } from './client.ts';

/** Downloads the response of a route as a file, with the file name from the server. */
export async function download<K extends ApiKey>(key: K, input: ApiInput<K>): Promise<void> {
  const response = await fetchRoute(key, input);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response.headers.get('content-disposition') ?? '');
  link.click();
  // The browser reads the blob after the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The file name in a Content-Disposition header. */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download');
}
