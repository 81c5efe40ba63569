import { randomUUID } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import type { askRoutes, ExportFormat, ExportLine } from '#contract/asks.ts';
import type { DashboardFormat } from '#contract/dashboard-exports.ts';
import { Problem } from '#contract/errors.ts';
import type { FileAnswer, SendLine } from '#server/context.ts';
import { openQueue, type Queue } from '#server/queue/queue.ts';
import { writeFile } from './files.ts';
import { tellNews } from './news.ts';
import { allRowsOf, prepare } from './prepare.ts';
import type { Asking } from './services.ts';
import { valueTextsOf } from './value-texts.ts';

type Kept = { member: string; file: string; name: string; format: ExportFormat | DashboardFormat; bytes: number };

/** Files that were exported, on this server. */
export type Exports = {
  folder: string;
  /** So many dashboards are printed at once. */
  queue: Queue;
  keep: (kept: Kept) => string;
  find: (id: string) => Kept | undefined;
  close: () => void;
};

const hour = 60 * 60_000;

/** Files are listed in memory alone, so what a former server left is of no use to anyone. */
export async function openExports(dataDirectory: string, slots: number): Promise<Exports> {
  const folder = path.join(dataDirectory, 'exports');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const list = new Map<string, Kept>();
  return {
    folder,
    queue: openQueue(slots),
    keep: (kept) => {
      const id = randomUUID();
      list.set(id, kept);
      setTimeout(() => list.delete(id) && void rm(kept.file, { force: true }), hour).unref();
      return id;
    },
    find: (id) => list.get(id),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type ExportInput = z.output<(typeof askRoutes)['POST /exports']['input']>;

/** More rows than anyone's disk holds. */
export const maxFileRows = 1_000_000_000;

/** The name of a file for people, without what disks do not take. */
export const fileNameOf = (name: string, format: ExportFormat) =>
  `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')}.${format}`;

/** Writes all rows of an answer into a file, telling how far it is. */
export async function writeExport(
  ctx: Asking,
  { ask, zone, format, name, labels }: ExportInput,
  { send, signal }: { send: SendLine; signal: AbortSignal },
): Promise<void> {
  const news = tellNews((line: ExportLine) => send(line));
  try {
    const { question } = await prepare(ctx, { ask, zone, rows: allRowsOf(ask, maxFileRows), signal, everyStep: true });
    const options = { bom: ctx.language === 'zh_CN', zone };
    const valueTexts = valueTextsOf(ask, format, ctx.language);
    const written = await writeFile(
      ctx,
      { question, format, labels, valueTexts, options },
      { signal, onNews: news.hear },
    );
    news.end();
    const { file, rows, bytes, isCutOff } = written;
    const fileName = fileNameOf(name, format);
    const id = ctx.exports.keep({ member: ctx.identity.member.id, file, name: fileName, format, bytes });
    await send({ kind: 'ready', id, name: fileName, rows, bytes, isCutOff } satisfies ExportLine);
  } finally {
    news.end();
  }
}

export const fileTypes: Record<Kept['format'], string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  pdf: 'application/pdf',
  png: 'image/png',
};

/** The file goes to whoever had it written, and to nobody else. */
export function downloadExport(ctx: Asking, id: string): FileAnswer {
  const kept = ctx.exports.find(id);
  if (kept?.member !== ctx.identity.member.id) throw new Problem('export_gone');
  const { file, name, format, bytes } = kept;
  return { name, type: fileTypes[format], content: createReadStream(file), bytes };
}
