import { type ErrorBody, Problem } from '#contract/errors.ts';
import { currentLanguage } from '#web/shell/language.ts';
import { problemOfBody, requestOf } from './client.ts';
import { headersOf } from './headers.ts';
import { requestUrlOf } from './request-url.ts';

type UploadOptions = { onProgress: (sent: number) => void; signal: AbortSignal };

/** Sends the bytes of an upload. By XMLHttpRequest, since fetch has no upload progress. */
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
