import type { SqlAsk } from '#contract/query.ts';
import { signalOf } from '#server/context.ts';
import { loadSnapshot, type Snapshot } from '#server/datasets/snapshot.ts';
import { refusedOf } from '#server/queue/refused.ts';
import { shareOf } from '#server/queue/share.ts';
import type { Asking } from './services.ts';
import { passGate } from './sql.ts';
import { resolveTables, type Table } from './tables.ts';

const seconds = 10;

/** The datasets that SQL refers to, as whoever asks sees them. */
export async function mentionsIn(ctx: Asking, { sql, tables: bindings }: SqlAsk): Promise<Table[]> {
  const { tables } = await passGate(ctx, sql, signalOf(ctx));
  return resolveTables(ctx, tables, { bindings });
}

/** Asks SQL of datasets without rows, one of them as it might be: fails with a Problem if it is not understood. */
export async function trySql(ctx: Asking, ask: SqlAsk, changed: Snapshot): Promise<void> {
  const { sql, params } = ask;
  const tables = await mentionsIn(ctx, ask);
  const sources = await Promise.all(
    tables.map(async ({ dataset, written }) => {
      const { source } = dataset === changed.origin.id ? changed : await loadSnapshot(ctx, dataset);
      return { ...source, ...written, segments: [] };
    }),
  );
  const question = { by: 'person' as const, sql, params, zone: 'UTC', sources, limit: 1 };
  try {
    await ctx.gate.queue.run({ ...shareOf(ctx), signal: signalOf(ctx) }, (signal) =>
      ctx.engine.answer(question, { seconds, signal }),
    );
  } catch (cause) {
    throw refusedOf(cause, seconds);
  }
}
