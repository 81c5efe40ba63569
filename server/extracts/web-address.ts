import { Problem } from '#contract/errors.ts';
import type { ExtractSource } from '#contract/extracts/routes.ts';
import type { ExtractRow, ExtractServices } from './services.ts';

type Encryption = Pick<ExtractServices, 'extractEncryptor'>;
const maxNameLength = 200;

/** The source as it is stored: URLs often contain a secret, so they are encrypted and bound to their extract. */
export function encryptSource({ extractEncryptor }: Encryption, id: string, source: ExtractSource): ExtractSource {
  if (source.kind !== 'web') return source;
  return { ...source, url: extractEncryptor.encrypt(JSON.stringify([id, source.url])) };
}

/** The source with its readable URL. */
export function decryptSource(
  { extractEncryptor }: Encryption,
  { id, source }: Pick<ExtractRow, 'id' | 'source'>,
): ExtractSource {
  if (source.kind !== 'web') return source;
  let decrypted: [id: string, url: string];
  try {
    decrypted = JSON.parse(extractEncryptor.decrypt(source.url)) as typeof decrypted;
  } catch (cause) {
    throw new Problem('extract_unreadable', {}, { cause });
  }
  if (decrypted[0] !== id) throw new Problem('extract_unreadable');
  return { ...source, url: decrypted[1] };
}

/** A URL without its query, which may contain a secret. */
export function publicUrlOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** The last part of the path, else the host. */
export function fileNameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  return decode(last).slice(0, maxNameLength);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('\0', '').toWellFormed();
  } catch {
    // A malformed escape stays as it is.
    return text;
  }
}
