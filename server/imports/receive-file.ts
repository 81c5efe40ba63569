import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';

import { Problem } from '#contract/errors.ts';

type ReceiveOptions = { expected: number; stop: AbortSignal; onBytes: (received: number) => void };

/**
 * Streams a request body to a file and returns its SHA-256. Not stream.pipeline: on a full disk that destroys the body
 * and with it the connection, so that the client would not receive the error.
 */
export function receiveFile(
  body: Readable,
  file: string,
  { expected, stop, onBytes }: ReceiveOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const out = createWriteStream(file, { flush: true });
    let received = 0;
    const hash = createHash('sha256');
    const fail = (reason: unknown) => {
      body.unpipe(out);
      body.resume();
      // The caller removes the file, which must be closed first.
      out.once('close', () => reject(reason)).destroy();
    };
    const cancel = () => fail(stop.reason);
    stop.addEventListener('abort', cancel, { once: true });
    out.once('close', () => stop.removeEventListener('abort', cancel));
    body.on('data', (chunk: Buffer) => {
      received += chunk.length;
      hash.update(chunk);
      onBytes(received);
      if (received > expected) fail(new Problem('upload_incomplete'));
    });
    body.once('close', () => body.readableEnded || fail(new Problem('upload_incomplete')));
    body.once('error', () => fail(new Problem('upload_incomplete')));
    out.once('error', fail);
    out.once('finish', () =>
      received === expected ? resolve(hash.digest('hex')) : fail(new Problem('upload_incomplete')),
    );
    body.pipe(out);
  });
}
