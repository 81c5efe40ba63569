import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#contract/identifier.ts';
import type { Param, SqlAsk } from '#contract/query.ts';
import type { Gated } from '#engine/engine.ts';
import { loadCurrent } from '#server/datasets/current.ts';
import { openQueue, type Queue } from '#server/queue/queue.ts';
import { refusedOf } from '#server/queue/refused.ts';
import { shareOf } from '#server/queue/share.ts';
import { type Cache, openCache } from './cache.ts';
import type { Prepared, Wanted } from './prepare.ts';
import type { Asking } from './services.ts';
import { resolveTables } from './tables.ts';

const megabyte = 1024 * 1024;
const seconds = 10;

/** Lets SQL of an editor through that reads datasets and nothing else. */
export async function prepareSql(
  ctx: Asking,
  { ask, zone, rows, signal, published }: Wanted & { ask: SqlAsk },
): Promise<Prepared> {
  if (ctx.identity.member.role === 'viewer' && !published) throw new Problem('forbidden');
  const gated = await passGate(ctx, ask.sql, signal);
  requireParams(ask.params, gated.params);
  const tables = await resolveTables(ctx, gated.tables, { published, bindings: ask.tables });
  const snapshots = await Promise.all(tables.map(({ dataset }) => loadCurrent(ctx, dataset)));
  const sources = snapshots.map(({ source }, index) => ({ ...source, ...tables[index]!.written }));
  const datasets = snapshots.map(({ origin }) => origin);
  return {
    question: { by: 'person', sql: ask.sql, params: ask.params, zone, sources, limit: rows },
    totals: [],
    datasets: datasets.filter(({ id }, index) => datasets.findIndex((each) => each.id === id) === index),
    applied: [],
    tables: tables.map(({ dataset, written: { schema = null, name } }) => ({ schema, name, dataset })),
    newest: {},
  };
}

/** The way through the gate, one after the other, and what it said before: of the same text it says the same again. */
export type Gate = { queue: Queue; known: Cache<{ sql: string; gated: Gated }> };

export const openGate = (): Gate => ({
  queue: openQueue(1),
  known: openCache(4 * megabyte, ({ sql }) => 2 * sql.length + 500),
});

export async function passGate(ctx: Asking, sql: string, leaving: AbortSignal): Promise<Gated> {
  const { engine, gate } = ctx;
  const known = gate.known.get(sql);
  if (known) return known.gated;
  const turn = { ...shareOf(ctx), kind: 'short' as const, signal: leaving };
  try {
    return await gate.queue.run(turn, async (signal) => {
      // Many cards of one dashboard may wait with the same text.
      const meanwhile = gate.known.get(sql);
      if (meanwhile) return meanwhile.gated;
      const gated = await engine.gate(sql, { seconds, signal });
      gate.known.set(sql, { sql, gated });
      return gated;
    });
  } catch (cause) {
    throw refusedOf(cause, seconds);
  }
}

function requireParams(given: Param[], wanted: string[]): void {
  const names = new Set(given.map(({ name }) => foldIdentifier(name)));
  const missing = wanted.find((name) => !names.has(foldIdentifier(name)));
  if (missing !== undefined) throw new Problem('sql_param_missing', { value: missing });
  const unknown = given.find(({ name }) => !wanted.some((each) => foldIdentifier(each) === foldIdentifier(name)));
  if (unknown) throw new Problem('sql_param_unknown', { value: unknown.name });
  if (names.size < given.length) throw new Problem('sql_param_unknown', { value: repeatedIn(given) });
}

const repeatedIn = (given: Param[]) =>
  given.find(
    ({ name }, index) => given.findIndex((each) => foldIdentifier(each.name) === foldIdentifier(name)) < index,
  )!.name;
