import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';

import { Problem } from '#contract/errors.ts';

type Receiving = { expected: number; stop: AbortSignal; onBytes: (received: number) => void };

/**
 * Writes a body to a file as it comes and gives its SHA-256. Not a pipeline: that destroys the body when the disk is
 * full, the connection goes with it, and nobody would hear what went wrong.
 */
export function receiveFile(body: Readable, file: string, { expected, stop, onBytes }: Receiving): Promise<string> {
  return new Promise((resolve, reject) => {
    const out = createWriteStream(file, { flush: true });
    let received = 0;
    const hash = createHash('sha256');
    const fail = (reason: unknown) => {
      body.unpipe(out);
      body.resume();
      // Only a file that is closed can be removed for good.
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
