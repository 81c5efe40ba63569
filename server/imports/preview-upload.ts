import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';

import { Problem } from '#contract/errors.ts';
import { type ByteRange, bytesOf } from '#domain/byte-range.ts';
import type { UploadPreview } from '#contract/imports/routes.ts';
import { type MemberContext, signalOf } from '#server/context.ts';
import { stagingFolder } from '#server/data-directory.ts';
import {
  type ImportServices,
  loadUploadRow,
  previewJobOf,
  problemOf,
  requireDiskSpace,
  runJob,
  type UploadRow,
} from './uploads.ts';

const timeoutSeconds = 60;
const unavailable: UploadPreview = { state: 'unavailable' };

type PreviewContext = MemberContext<ImportServices> & { body: Readable };

/**
 * Previews the first rows of a file that is still being uploaded, from parts of it. Nothing is stored: the import uses
 * the inspection of the whole file.
 */
export async function previewUpload(
  ctx: PreviewContext,
  { id, ranges }: { id: string; ranges: ByteRange[] },
): Promise<UploadPreview> {
  const row = await loadUploadRow(ctx, id);
  const job = previewJobOf(id);
  const isInspected = row.state === 'ready' || row.state === 'failed';
  if (isInspected || ctx.jobs.has(job) || ranges.at(-1)!.to > row.bytes) {
    ctx.body.resume();
    return unavailable;
  }
  await requireDiskSpace(ctx, bytesOf(ranges));
  let preview = unavailable;
  await runJob(ctx.jobs, job, async (stop) => {
    const signal = AbortSignal.any([stop, signalOf(ctx)]);
    preview = await previewParts(ctx, row, { ranges, signal });
  });
  return preview;
}

type PreviewParts = { ranges: ByteRange[]; signal: AbortSignal };

async function previewParts(ctx: PreviewContext, row: UploadRow, { ranges, signal }: PreviewParts) {
  const directory = path.join(stagingFolder(ctx.config.dataDirectory), `${row.id}-preview`);
  const { name, zone, bytes } = row;
  try {
    await mkdir(directory, { recursive: true });
    const file = path.join(directory, 'content');
    await writeParts(addAbortSignal(signal, ctx.body), file, { ranges, bytes });
    const input = { file, name, zone, directory, bytes, ranges };
    const result = await ctx.previewPool.run('preview', input, { seconds: timeoutSeconds, signal });
    return 'tables' in result
      ? { state: 'ready' as const, tables: result.tables }
      : { state: 'incomplete' as const, ranges: result.ranges };
  } catch (error) {
    return withoutPreview(ctx, error, signal);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A file without a preview is not an error: the inspection of the whole file reports what is wrong with it. */
function withoutPreview({ log }: PreviewContext, error: unknown, signal: AbortSignal): UploadPreview {
  const problem = problemOf(error, signal);
  if (!(problem instanceof Problem)) throw problem;
  if (problem.code === 'cancelled' || problem.code === 'upload_incomplete' || problem.code === 'disk_full')
    throw problem;
  log.debug({ reason: problem.code }, 'a file has no preview');
  return unavailable;
}

/** Writes parts of a file at their offsets; the gaps between them take no space (sparse file). */
async function writeParts(
  body: Readable,
  file: string,
  { ranges, bytes }: { ranges: ByteRange[]; bytes: number },
): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.truncate(bytes);
    const rest = ranges.map((range) => ({ ...range }));
    for await (const chunk of body) await writeChunk(handle, chunk as Buffer, rest);
    if (rest.length > 0) throw new Problem('upload_incomplete');
  } finally {
    await handle.close();
  }
}

/** Writes a chunk to the first range and continues in the next ones; removes ranges that are complete. */
async function writeChunk(handle: FileHandle, chunk: Buffer, rest: ByteRange[]): Promise<void> {
  let offset = 0;
  while (offset < chunk.length) {
    const [range] = rest;
    if (!range) throw new Problem('upload_incomplete');
    const length = Math.min(range.to - range.from, chunk.length - offset);
    await handle.write(chunk, offset, length, range.from);
    offset += length;
    range.from += length;
    if (range.from === range.to) rest.shift();
  }
}
