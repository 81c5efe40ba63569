import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { Param, SqlAsk } from '#domain/query/query.ts';
import type { GateResult } from '#engine/engine.ts';
import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import { openQueue, type Queue } from '#server/queue/queue.ts';
import { engineProblemOf } from '#server/queue/engine-problem.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import { type Cache, openCache } from './cache.ts';
import type { PreparedQuery, QueryRequest } from './prepare.ts';
import type { QueryContext } from './services.ts';
import { resolveTables } from './tables.ts';

const megabyte = 1024 * 1024;
const seconds = 10;

/** Prepares SQL of an editor if it reads datasets and nothing else. */
export async function prepareSql(
  ctx: QueryContext,
  { ask, zone, rows, signal, published }: QueryRequest & { ask: SqlAsk },
): Promise<PreparedQuery> {
  if (ctx.identity.member.role === 'viewer' && !published) throw new Problem('forbidden');
  const gated = await passGate(ctx, ask.sql, signal);
  requireParams(ask.params, gated.params);
  const tables = await resolveTables(ctx, gated.tables, { published, bindings: ask.tables });
  const snapshots = await Promise.all(tables.map(({ dataset }) => loadCurrentSnapshot(ctx, dataset)));
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

/** The safety check for SQL: one check at a time, and a cache of its verdicts by text. */
export type SqlGate = { queue: Queue; cache: Cache<{ sql: string; gated: GateResult }> };

export const openGate = (): SqlGate => ({
  queue: openQueue(1),
  cache: openCache(4 * megabyte, ({ sql }) => 2 * sql.length + 500),
});

export async function passGate(ctx: QueryContext, sql: string, cancelSignal: AbortSignal): Promise<GateResult> {
  const { engine, gate } = ctx;
  const cached = gate.cache.get(sql);
  if (cached) return cached.gated;
  const turn = { ...queueShareOf(ctx), kind: 'short' as const, signal: cancelSignal };
  try {
    return await gate.queue.run(turn, async (signal) => {
      // Many cards of one dashboard may wait with the same text.
      const cachedMeanwhile = gate.cache.get(sql);
      if (cachedMeanwhile) return cachedMeanwhile.gated;
      const gated = await engine.gate(sql, { seconds, signal });
      gate.cache.set(sql, { sql, gated });
      return gated;
    });
  } catch (cause) {
    throw engineProblemOf(cause, seconds);
  }
}

function requireParams(params: Param[], requiredNames: string[]): void {
  const names = new Set(params.map(({ name }) => foldIdentifier(name)));
  const missing = requiredNames.find((name) => !names.has(foldIdentifier(name)));
  if (missing !== undefined) throw new Problem('sql_param_missing', { value: missing });
  const unknown = params.find(
    ({ name }) => !requiredNames.some((each) => foldIdentifier(each) === foldIdentifier(name)),
  );
  if (unknown) throw new Problem('sql_param_unknown', { value: unknown.name });
  if (names.size < params.length) throw new Problem('sql_param_unknown', { value: repeatedNameOf(params) });
}

const repeatedNameOf = (params: Param[]) =>
  params.find(
    ({ name }, index) => params.findIndex((each) => foldIdentifier(each.name) === foldIdentifier(name)) < index,
  )!.name;
