import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { gunzip } from 'node:zlib';

import { Problem } from '#contract/errors.ts';
import { findTooDeep, maxDepth } from '#engine/events/depth.ts';
import type { BodyFormat } from '#engine/events/frames.ts';
import { textOf } from '#engine/events/rows.ts';

const megabyte = 1024 * 1024;

/** How large a body may be, also when it is unpacked. */
export const bodyLimit = 10 * megabyte;

/** How many bytes of all pushes together may wait in memory. */
const heldLimit = 128 * megabyte;

type Expected = { headers: IncomingHttpHeaders; limit: number };
type Done = (error: Error | null, body?: Buffer) => void;

export type Bodies = {
  /** Reads a body into memory, where it counts until it is let go. */
  read: (stream: Readable, what: Expected, done: Done) => void;
  release: (body: Buffer) => void;
};

export function createBodies(): Bodies {
  let held = 0;

  function read(stream: Readable, { headers, limit }: Expected, done: Done): void {
    const chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;
    // A problem is made only when there is one: it notes where it happened, which takes time.
    const finish = (problem?: () => Problem) => {
      if (isOver) return;
      isOver = true;
      held -= size;
      if (problem) return done(problem());
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      unpack(body, headers['content-encoding'], (error, whole) => {
        held += whole?.length ?? 0;
        done(error, whole);
      });
    };
    stream.on('data', (chunk: Buffer) => {
      if (isOver) return;
      held += chunk.length;
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) finish(() => new Problem('too_large'));
      else if (held > heldLimit) finish(() => new Problem('too_many_requests', { retryAfter: 1 }));
    });
    const breakOff = () => finish(() => new Problem('malformed_request'));
    stream.on('end', () => finish());
    stream.on('error', breakOff).on('close', breakOff);
  }

  const release = (body: Buffer) => void (held -= body.length);
  return { read, release };
}

function unpack(body: Buffer, coding: string | undefined, done: Done): void {
  if (coding === undefined || coding === 'identity') return done(null, body);
  if (coding !== 'gzip') return done(new Problem('unsupported_media_type'));
  gunzip(body, { maxOutputLength: bodyLimit }, (error, whole) => {
    if (!error) return done(null, whole);
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    done(isBomb ? new Problem('expands_too_large', { limit: '10 MB' }) : new Problem('malformed_request'));
  });
}

/** The text of a body, if it is one that can be read. */
export function readText(body: Buffer): string {
  if (body.length === 0 || !isUtf8(body)) throw new Problem('malformed_request');
  const place = findTooDeep(body);
  if (place >= 0) throw new Problem('too_deep', { limit: String(maxDepth), line: lineAt(body, place) });
  return textOf(body);
}

function lineAt(body: Buffer, place: number): number {
  let line = 1;
  for (let i = body.indexOf(10); i >= 0 && i < place; i = body.indexOf(10, i + 1)) line++;
  return line;
}

const [newline, openBrace] = Buffer.from('\n{');

/** What a body is that is called JSON: many send lines under that name, which have a second value after the first. */
export function formatOf(body: Buffer): BodyFormat {
  const end = body.indexOf(newline!);
  if (end < 0 || body[0] !== openBrace) return 'json';
  try {
    JSON.parse(body.toString('utf8', 0, end));
    return body.toString('utf8', end).trim() === '' ? 'json' : 'lines';
  } catch {
    return 'json';
  }
}
