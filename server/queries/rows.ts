import { open, rm } from 'node:fs/promises';
import type { z } from 'zod';

import { type queryRoutes, maxTableRows, type RowsLine } from '#contract/queries/routes.ts';
import type { SendLine } from '#server/context.ts';
import { writePlannedFile } from './write-file.ts';
import { allRowsOf } from '#server/execution/plan.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import { throttleProgress } from '#server/execution/stream.ts';
import { openLabelCollector } from './collect-labels.ts';
import type { QueryContext } from './services.ts';

type QueryRowsInput = z.output<(typeof queryRoutes)['POST /queries/rows']['input']>;

/** Streams up to a million rows of an answer, ten thousand per line. */
export async function streamRows(
  ctx: QueryContext,
  { ask: spec, zone }: QueryRowsInput,
  { send, signal }: { send: SendLine; signal: AbortSignal },
): Promise<void> {
  const progress = throttleProgress((line: RowsLine) => send(line));
  try {
    const plan = await planQuery(ctx, { spec, zone, rows: allRowsOf(spec, maxTableRows), signal });
    const collector = plan.labels.length > 0 ? await openLabelCollector(ctx, plan, { spec, zone, signal }) : undefined;
    const { file, rows, isCutOff } = await writePlannedFile(ctx, plan, {
      format: 'lines',
      labels: {},
      valueTexts: {},
      options: { bom: false, zone },
      signal,
      onProgress: progress.report,
    });
    progress.end();
    await sendLines(file, { send, signal, onLine: collector?.add }).finally(() => rm(file, { force: true }));
    if (collector) await send({ kind: 'labels', labels: collector.labels() } satisfies RowsLine);
    await send({ kind: 'end', rows, isCutOff } satisfies RowsLine);
  } finally {
    progress.end();
  }
}

type LineReader = { send: SendLine; signal: AbortSignal; onLine?: ((line: string) => void) | undefined };

async function sendLines(file: string, { send, signal, onLine }: LineReader): Promise<void> {
  const handle = await open(file);
  try {
    for await (const line of handle.readLines()) {
      if (signal.aborted) return;
      onLine?.(line);
      await send([line]);
    }
  } finally {
    await handle.close();
  }
}
