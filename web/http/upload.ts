import { type ErrorBody, Problem } from '#contract/errors.ts';
import { type ByteRange, byteRangesText } from '#domain/byte-range.ts';
import type { DetectedTable, UploadPreview } from '#contract/imports/routes.ts';
import { currentLanguage } from '#web/shell/language.ts';
import { problemOfBody, problemOfResponse, requestOf } from './client.ts';
import { headersOf } from './headers.ts';
import { requestUrlOf } from './request-url.ts';

type UploadOptions = { onProgress: (sent: number) => void; signal: AbortSignal };

/** Sends the bytes of an upload. Uses XMLHttpRequest, since fetch has no upload progress. */
export function uploadFile(id: string, file: Blob, { onProgress, signal }: UploadOptions): Promise<void> {
  const { method, url } = requestOf('PUT /uploads/:id/content', { id });
  const address = requestUrlOf(url, window.location.origin);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open(method, address.url);
    for (const [name, value] of headersOf(address, method, currentLanguage())) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(problemOfRequest(request))));
    request.addEventListener('error', () => reject(new Problem('offline')));
    request.addEventListener('abort', () => reject(new Problem('cancelled')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

// Head and tail of a file are enough to determine which other parts its format needs.
const headBytes = 1024 * 1024;
const tailBytes = 256 * 1024;
const maxRequests = 6;

function firstRangesOf({ size }: Blob): ByteRange[] {
  if (size <= headBytes + tailBytes) return [{ from: 0, to: size }];
  return [
    { from: 0, to: headBytes },
    { from: size - tailBytes, to: size },
  ];
}

/** Sends parts of a file until its first rows can be previewed; undefined if they cannot. */
export async function previewFile(id: string, file: Blob, signal: AbortSignal): Promise<DetectedTable[] | undefined> {
  let ranges = firstRangesOf(file);
  for (let request = 0; request < maxRequests; request++) {
    const preview = await requestPreview(id, { file, ranges, signal });
    if (preview.state === 'ready') return preview.tables;
    if (preview.state === 'unavailable') return undefined;
    ({ ranges } = preview);
  }
  return undefined;
}

type PreviewRequest = { file: Blob; ranges: ByteRange[]; signal: AbortSignal };

async function requestPreview(id: string, { file, ranges, signal }: PreviewRequest): Promise<UploadPreview> {
  const { method, url } = requestOf('POST /uploads/:id/preview', { id });
  const address = requestUrlOf(`${url}?ranges=${byteRangesText(ranges)}`, window.location.origin);
  const headers = headersOf(address, method, currentLanguage());
  headers.set('content-type', 'application/octet-stream');
  const body = new Blob(ranges.map(({ from, to }) => file.slice(from, to)));
  const response = await fetch(address.url, { method, headers, body, signal });
  if (!response.ok) throw await problemOfResponse(response);
  return (await response.json()) as UploadPreview;
}

function problemOfRequest(request: XMLHttpRequest): Problem {
  const body = tryParse(request.responseText);
  return problemOfBody(body, Number(request.getResponseHeader('retry-after')));
}

function tryParse(text: string): Partial<ErrorBody> {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    // A proxy may answer without JSON.
    return {};
  }
}
