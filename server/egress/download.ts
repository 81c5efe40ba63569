import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';

import { Problem } from '#contract/errors.ts';
import { callOut, type Egress } from './request.ts';

const gigabyte = 1024 ** 3;
const maxRedirects = 5;

/** Where a file is loaded from and stored, and its limits. */
type DownloadRequest = { url: string; file: string; seconds: number; maxGigabytes: number; signal: AbortSignal };

export type DownloadedFile = { bytes: number; hash: string };

/**
 * Streams a file from the web to the disk. Redirects are followed, because hosts of files use them; each address is
 * checked like the first one. Without permission for private addresses only https is called, also by a redirect.
 */
export async function downloadFile(egress: Egress, request: DownloadRequest): Promise<DownloadedFile> {
  let { url } = request;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    requireEncrypted(egress, url);
    const options = { url, seconds: request.seconds, cancelSignal: request.signal };
    const outcome = await callOut(egress, options, (response) => receive(response, request));
    if (!('location' in outcome)) return outcome;
    url = new URL(outcome.location, url).href;
  }
  throw new Problem('host_redirects');
}

function requireEncrypted({ allowsPrivate }: Egress, url: string): void {
  if (!allowsPrivate && !/^https:/i.test(url)) throw new Problem('address_malformed');
}

async function receive(
  response: IncomingMessage,
  { file, maxGigabytes }: DownloadRequest,
): Promise<DownloadedFile | { location: string }> {
  const { statusCode = 0, headers } = response;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  if (isRedirect && headers.location !== undefined && URL.canParse(headers.location, 'https://host/')) {
    response.destroy();
    return { location: headers.location };
  }
  if (statusCode !== 200) {
    response.destroy();
    throw new Problem('host_refused', { detail: String(statusCode) });
  }
  return store(response, file, maxGigabytes);
}

function throwDiskFull(cause: unknown): never {
  const { code } = cause as NodeJS.ErrnoException;
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new Problem('disk_full', {}, { cause }) : cause;
}

async function store(response: IncomingMessage, file: string, maxGigabytes: number): Promise<DownloadedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* limit(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxGigabytes * gigabyte) throw new Problem('host_too_much', { limit: `${maxGigabytes} GB` });
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(response, limit, createWriteStream(file, { flush: true })).catch(throwDiskFull);
  return { bytes, hash: hash.digest('hex') };
}
