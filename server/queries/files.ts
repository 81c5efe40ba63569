import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import type { Export, Exported } from '#engine/engine.ts';
import { refusedOf } from '#server/queue/refused.ts';
import { shareOf } from '#server/queue/share.ts';
import type { Asking } from './services.ts';

/** How a file is getting on. */
export type FileNews = { kind: 'waiting'; position: number } | { kind: 'running'; rows: number };

type Writer = { signal: AbortSignal; onNews: (news: FileNews) => void };
type Order = Omit<Export, 'file'>;

/** All rows of a dataset take longer to write than an answer takes to find. */
const patience = 10;

/** Has the engine write an answer into a file when it is the person's turn; without an answer there is no file. */
export async function writeFile(
  ctx: Asking,
  order: Order,
  { signal: leaving, onNews }: Writer,
): Promise<Exported & { file: string }> {
  const { exports, queue, engine } = ctx;
  const file = path.join(exports.folder, randomUUID());
  const seconds = patience * (await ctx.queryLimits.load()).editor;
  const turn = {
    ...shareOf(ctx),
    kind: 'long' as const,
    signal: leaving,
    onPosition: (position: number) => onNews({ kind: 'waiting', position }),
  };
  const write = (signal: AbortSignal) => {
    onNews({ kind: 'running', rows: 0 });
    const onProgress = ({ rows }: { rows: number }) => onNews({ kind: 'running', rows });
    return engine.export({ ...order, file }, { seconds, signal, onProgress });
  };
  try {
    return { file, ...(await queue.run(turn, write)) };
  } catch (cause) {
    await rm(file, { force: true });
    throw refusedOf(cause, seconds);
  }
}
