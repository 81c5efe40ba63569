import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import type { EngineSource, Export, ExportResult } from '#engine/engine.ts';
import { requireSameRules } from '#server/datasets/current-snapshot.ts';
import type { PlannedQuery } from '#server/execution/plan.ts';
import { queueFor } from '#server/queue/connection-queues.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import { runOnEngine } from '#server/queue/run-on-engine.ts';
import type { QueryContext } from './services.ts';

/** Progress of a file. */
type FileProgress = { kind: 'waiting'; position: number } | { kind: 'running'; rows: number };

type FileWriteOptions = { signal: AbortSignal; onProgress: (progress: FileProgress) => void };
type FileExport = Omit<Export<EngineSource>, 'file'>;

/** Writing all rows takes longer than answering, so the timeout is a multiple of the editor's time limit. */
const timeoutFactor = 10;

/** Writes an answer into a file through the queue; a failed write leaves no file. */
export async function writeFile(
  ctx: QueryContext,
  fileExport: FileExport,
  { signal, onProgress }: FileWriteOptions,
): Promise<ExportResult & { file: string }> {
  const { exports, engine } = ctx;
  const file = path.join(exports.folder, randomUUID());
  const seconds = timeoutFactor * (await ctx.queryLimits.load()).editor;
  const turn = {
    ...queueShareOf(ctx),
    kind: 'long' as const,
    signal,
    seconds,
    onPosition: (position: number) => onProgress({ kind: 'waiting', position }),
  };
  const onRows = ({ rows }: { rows: number }) => onProgress({ kind: 'running', rows });
  try {
    const written = await runOnEngine(queueFor(ctx, fileExport.query.sources), turn, (limits) => {
      onRows({ rows: 0 });
      return engine.export({ ...fileExport, file }, { ...limits, onProgress: onRows });
    });
    return { file, ...written };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** The same for a planned query: without a file if the row rules of the reader changed meanwhile. */
export async function writePlannedFile(
  ctx: QueryContext,
  { engineQuery, rules }: PlannedQuery,
  { signal, onProgress, ...fileExport }: Omit<FileExport, 'query'> & FileWriteOptions,
): Promise<ExportResult & { file: string }> {
  const written = await writeFile(ctx, { query: engineQuery, ...fileExport }, { signal, onProgress });
  try {
    await requireSameRules(ctx, rules);
    return written;
  } catch (error) {
    await rm(written.file, { force: true });
    throw error;
  }
}
