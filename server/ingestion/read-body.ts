import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { gunzip } from 'node:zlib';

import { Problem } from '#contract/errors.ts';
import { findTooDeep, maxDepth } from '#engine/events/json-depth.ts';
import type { BodyFormat } from '#engine/events/frames.ts';
import { textOf } from '#engine/events/push-body.ts';

const megabyte = 1024 * 1024;

/** Maximum body size in bytes, also after decompression. */
export const bodyLimit = 10 * megabyte;

/** Maximum bytes of all push bodies in memory. */
const memoryLimit = 128 * megabyte;

type BodyOptions = { headers: IncomingHttpHeaders; limit: number };
type BodyCallback = (error: Error | null, body?: Buffer) => void;

export type BodyReader = {
  /** Reads a body into memory; it counts towards the limit until it is released. */
  read: (stream: Readable, options: BodyOptions, done: BodyCallback) => void;
  release: (body: Buffer) => void;
};

export function createBodyReader(): BodyReader {
  let bytesInMemory = 0;

  function read(stream: Readable, { headers, limit }: BodyOptions, done: BodyCallback): void {
    const chunks: Buffer[] = [];
    let size = 0;
    let isDone = false;
    // Created lazily: capturing the stack trace of an error is slow.
    const finish = (problem?: () => Problem) => {
      if (isDone) return;
      isDone = true;
      bytesInMemory -= size;
      if (problem) return done(problem());
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      unpack(body, headers['content-encoding'], (error, unpacked) => {
        bytesInMemory += unpacked?.length ?? 0;
        done(error, unpacked);
      });
    };
    stream.on('data', (chunk: Buffer) => {
      if (isDone) return;
      bytesInMemory += chunk.length;
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) finish(() => new Problem('too_large'));
      else if (bytesInMemory > memoryLimit) finish(() => new Problem('too_many_requests', { retryAfter: 1 }));
    });
    const abort = () => finish(() => new Problem('malformed_request'));
    stream.on('end', () => finish());
    stream.on('error', abort).on('close', abort);
  }

  const release = (body: Buffer) => void (bytesInMemory -= body.length);
  return { read, release };
}

function unpack(body: Buffer, coding: string | undefined, done: BodyCallback): void {
  if (coding === undefined || coding === 'identity') return done(null, body);
  if (coding !== 'gzip') return done(new Problem('unsupported_media_type'));
  gunzip(body, { maxOutputLength: bodyLimit }, (error, unpacked) => {
    if (!error) return done(null, unpacked);
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    done(isBomb ? new Problem('expands_too_large', { limit: '10 MB' }) : new Problem('malformed_request'));
  });
}

/** Decodes a body as UTF-8 text; throws if it is empty, invalid or nested too deeply. */
export function readText(body: Buffer): string {
  if (body.length === 0 || !isUtf8(body)) throw new Problem('malformed_request');
  const offset = findTooDeep(body);
  if (offset >= 0) throw new Problem('too_deep', { limit: String(maxDepth), line: lineAt(body, offset) });
  return textOf(body);
}

function lineAt(body: Buffer, offset: number): number {
  let line = 1;
  for (let i = body.indexOf(10); i >= 0 && i < offset; i = body.indexOf(10, i + 1)) line++;
  return line;
}

const [newline, openBrace] = Buffer.from('\n{');

/** Format of a body sent as JSON: many clients send JSON lines under that type. */
export function formatOf(body: Buffer): BodyFormat {
  const end = body.indexOf(newline!);
  if (end < 0 || body[0] !== openBrace) return 'json';
  try {
    JSON.parse(body.toString('utf8', 0, end));
    return body.toString('utf8', end).trim() === '' ? 'json' : 'lines';
  } catch {
    // The first line alone is not JSON.
    return 'json';
  }
}
