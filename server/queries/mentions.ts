import type { Ask } from '#contract/query.ts';
import { loadSnapshot, type Snapshot } from '#server/datasets/snapshot.ts';
import { refusedOf } from '#server/queue/refused.ts';
import type { Asking } from './services.ts';
import { passGate } from './sql.ts';
import { resolveTables, type Table } from './tables.ts';

type SqlAsk = Extract<Ask, { kind: 'sql' }>;

const seconds = 10;

/** The datasets that SQL refers to. */
export async function mentionsIn(ctx: Asking, sql: string): Promise<Table[]> {
  const { tables } = await passGate(ctx, sql, new AbortController().signal);
  return resolveTables(ctx, tables);
}

/** The same, also of those that the asker may not see: to count what is not named. */
export async function anyMentionsIn(ctx: Asking, sql: string): Promise<Table[]> {
  const { tables } = await passGate(ctx, sql, new AbortController().signal);
  return resolveTables(ctx, tables).catch(() => resolveTables(asOwner(ctx), tables));
}

function asOwner(ctx: Asking): Asking {
  const { identity } = ctx;
  const everything = { ...identity, member: { ...identity.member, role: 'owner' as const } };
  return Object.assign(Object.create(ctx) as Asking, { identity: everything });
}

/** Asks SQL of datasets without rows, one of them as it might be: fails with a Problem if it is not understood. */
export async function trySql(ctx: Asking, { sql, params }: SqlAsk, changed: Snapshot): Promise<void> {
  const tables = await anyMentionsIn(ctx, sql);
  const sources = await Promise.all(
    tables.map(async ({ dataset, written }) => {
      const { source } = dataset === changed.origin.id ? changed : await loadSnapshot(ctx, dataset);
      return { ...source, ...written, segments: [] };
    }),
  );
  const { signal } = new AbortController();
  const question = { by: 'person' as const, sql, params, zone: 'UTC', sources, limit: 1 };
  const turn = { person: ctx.identity.member.id, signal };
  try {
    await ctx.gate.queue.run(turn, () => ctx.engine.answer(question, { seconds, signal }));
  } catch (cause) {
    throw refusedOf(cause, seconds);
  }
}
