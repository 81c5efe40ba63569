import { open, rm } from 'node:fs/promises';
import type { z } from 'zod';

import { type askRoutes, maxTableRows, type RowsLine } from '#contract/asks.ts';
import type { SendLine } from '#server/context.ts';
import { writeFile } from './files.ts';
import { tellNews } from './news.ts';
import { allRowsOf, prepare } from './prepare.ts';
import type { Asking } from './services.ts';

type RowsInput = z.output<(typeof askRoutes)['POST /queries/rows']['input']>;

/** Gives up to a million rows of an answer, ten thousand a line. */
export async function streamRows(
  ctx: Asking,
  { ask, zone }: RowsInput,
  { send, signal }: { send: SendLine; signal: AbortSignal },
): Promise<void> {
  const news = tellNews((line: RowsLine) => send(line));
  try {
    const { question } = await prepare(ctx, { ask, zone, rows: allRowsOf(ask, maxTableRows), signal });
    const order = { question, format: 'lines' as const, labels: {}, valueTexts: {}, options: { bom: false, zone } };
    const { file, rows, isCutOff } = await writeFile(ctx, order, { signal, onNews: news.hear });
    news.end();
    await relay(file, send, signal).finally(() => rm(file, { force: true }));
    await send({ kind: 'end', rows, isCutOff } satisfies RowsLine);
  } finally {
    news.end();
  }
}

async function relay(file: string, send: SendLine, signal: AbortSignal): Promise<void> {
  const handle = await open(file);
  try {
    for await (const line of handle.readLines()) {
      if (signal.aborted) return;
      await send([line]);
    }
  } finally {
    await handle.close();
  }
}
