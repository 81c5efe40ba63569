import { createReadStream } from 'node:fs';
import type { z } from 'zod';

import type { queryRoutes, ExportFormat, ExportLine } from '#contract/queries/routes.ts';
import type { DashboardFormat } from '#contract/dashboards/exports.ts';
import { Problem } from '#contract/errors.ts';
import type { FileAnswer, SendLine } from '#server/context.ts';
import { writePlannedFile } from './write-file.ts';
import { allRowsOf } from '#server/execution/plan.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import { throttleProgress } from '#server/execution/stream.ts';
import { labelTextsOf } from '#server/value-labels/load-labels.ts';
import type { QueryContext } from './services.ts';
import { isForPeople, valueTextsOf } from './value-texts.ts';

type QueryExportInput = z.output<(typeof queryRoutes)['POST /exports']['input']>;

/** More rows than any disk holds. */
export const maxFileRows = 1_000_000_000;

/** A file name without characters that file systems reject. */
export const fileNameOf = (name: string, format: ExportFormat) =>
  `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')}.${format}`;

/** Writes all rows of an answer into a file and streams the progress. */
export async function writeExport(
  ctx: QueryContext,
  { ask: spec, zone, format, name, labels }: QueryExportInput,
  { send, signal }: { send: SendLine; signal: AbortSignal },
): Promise<void> {
  const progress = throttleProgress((line: ExportLine) => send(line));
  try {
    const plan = await planQuery(ctx, {
      spec,
      zone,
      rows: allRowsOf(spec, maxFileRows),
      signal,
      everyStep: true,
    });
    const options = { bom: ctx.language === 'zh_CN', zone };
    const labelTexts = isForPeople(format) ? await labelTextsOf(ctx, plan, ctx.language) : {};
    const valueTexts = { ...labelTexts, ...valueTextsOf(spec, format, ctx.language) };
    const fileExport = { format, labels, valueTexts, options, signal, onProgress: progress.report };
    const written = await writePlannedFile(ctx, plan, fileExport);
    progress.end();
    const { file, rows, bytes, isCutOff } = written;
    const fileName = fileNameOf(name, format);
    const id = await ctx.exports.keep({ member: ctx.identity.member.id, file, name: fileName, format, bytes });
    await send({ kind: 'ready', id, name: fileName, rows, bytes, isCutOff } satisfies ExportLine);
  } finally {
    progress.end();
  }
}

export const fileTypes: Record<ExportFormat | DashboardFormat, string> = {
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
