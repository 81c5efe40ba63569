import { randomUUID } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import type { queryRoutes, ExportFormat, ExportLine } from '#contract/queries/routes.ts';
import type { DashboardFormat } from '#contract/dashboards/exports.ts';
import { Problem } from '#contract/errors.ts';
import type { FileAnswer, SendLine } from '#server/context.ts';
import { openQueue, type Queue } from '#server/queue/queue.ts';
import { writeFile } from './write-file.ts';
import { throttleProgress } from './progress.ts';
import { allRowsOf, prepare } from './prepare.ts';
import type { QueryContext } from './services.ts';
import { valueTextsOf } from './value-texts.ts';

type ExportedFile = {
  member: string;
  file: string;
  name: string;
  format: ExportFormat | DashboardFormat;
  bytes: number;
};

/** Exported files on this server. */
export type Exports = {
  folder: string;
  /** Limits how many dashboards are printed at once. */
  queue: Queue;
  keep: (exported: ExportedFile) => string;
  find: (id: string) => ExportedFile | undefined;
  close: () => void;
};

const hour = 60 * 60_000;

/** Files are listed in memory only, so files of an earlier server process are deleted. */
export async function openExports(dataDirectory: string, slots: number): Promise<Exports> {
  const folder = path.join(dataDirectory, 'exports');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const list = new Map<string, ExportedFile>();
  return {
    folder,
    queue: openQueue(slots),
    keep: (exported) => {
      const id = randomUUID();
      list.set(id, exported);
      setTimeout(() => list.delete(id) && void rm(exported.file, { force: true }), hour).unref();
      return id;
    },
    find: (id) => list.get(id),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type QueryExportInput = z.output<(typeof queryRoutes)['POST /exports']['input']>;

/** More rows than any disk holds. */
export const maxFileRows = 1_000_000_000;

/** A file name without characters that file systems reject. */
export const fileNameOf = (name: string, format: ExportFormat) =>
  `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')}.${format}`;

/** Writes all rows of an answer into a file and streams the progress. */
export async function writeExport(
  ctx: QueryContext,
  { ask, zone, format, name, labels }: QueryExportInput,
  { send, signal }: { send: SendLine; signal: AbortSignal },
): Promise<void> {
  const progress = throttleProgress((line: ExportLine) => send(line));
  try {
    const { question } = await prepare(ctx, { ask, zone, rows: allRowsOf(ask, maxFileRows), signal, everyStep: true });
    const options = { bom: ctx.language === 'zh_CN', zone };
    const valueTexts = valueTextsOf(ask, format, ctx.language);
    const written = await writeFile(
      ctx,
      { question, format, labels, valueTexts, options },
      { signal, onProgress: progress.report },
    );
    progress.end();
    const { file, rows, bytes, isCutOff } = written;
    const fileName = fileNameOf(name, format);
    const id = ctx.exports.keep({ member: ctx.identity.member.id, file, name: fileName, format, bytes });
    await send({ kind: 'ready', id, name: fileName, rows, bytes, isCutOff } satisfies ExportLine);
  } finally {
    progress.end();
  }
}

export const fileTypes: Record<ExportedFile['format'], string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  pdf: 'application/pdf',
  png: 'image/png',
};

/** Only the person who exported a file can download it. */
export function downloadExport(ctx: QueryContext, id: string): FileAnswer {
  const exported = ctx.exports.find(id);
  if (exported?.member !== ctx.identity.member.id) throw new Problem('export_gone');
  const { file, name, format, bytes } = exported;
  return { name, type: fileTypes[format], content: createReadStream(file), bytes };
}
