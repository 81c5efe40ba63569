import type { Me } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import { currentLanguage } from '#web/shell/language.ts';
import { problemOfResponse, requestOf } from './client.ts';
import { headersOf } from './headers.ts';
import { requestUrlOf } from './request-url.ts';

/** Uploads the member's avatar. */
export async function sendAvatar(picture: Blob): Promise<Me> {
  const { method, url } = requestOf('PUT /me/avatar', {});
  const address = requestUrlOf(url, window.location.origin);
  const headers = headersOf(address, method, currentLanguage());
  const response = await fetch(address.url, { method, headers, body: picture }).catch((cause: unknown) => {
    throw new Problem('offline', {}, { cause });
  });
  if (!response.ok) throw await problemOfResponse(response);
  return response.json() as Promise<Me>;
}
