import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { Param, SqlQuerySpec } from '#domain/query/query.ts';
import type { GateResult } from '#engine/engine.ts';
import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import { rulesOfSnapshot } from '#server/datasets/query-table.ts';
import { type DatasetSnapshot, isStored } from '#server/datasets/snapshot.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import { runOnEngine } from '#server/queue/run-on-engine.ts';
import { type ExecutionContext, loadPlan } from './execution.ts';
import { type PlannedQuery, plannedQueryOf, type QueryPublisher } from './plan.ts';
import { resolveTables } from './sql-tables.ts';

/** Time limit of the gate. */
const seconds = 10;

type SqlRequest = {
  spec: SqlQuerySpec;
  zone: string;
  rows: number;
  signal: AbortSignal;
  published?: QueryPublisher | undefined;
};

/** Plans SQL of an editor if it reads datasets and nothing else. */
export async function planSql(
  ctx: ExecutionContext,
  { spec, zone, rows, signal, published }: SqlRequest,
): Promise<PlannedQuery> {
  if (ctx.identity.member.role === 'viewer' && !published) throw new Problem('forbidden');
  const gateResult = await passGate(ctx, spec.sql, signal);
  requireParams(spec.params, gateResult.params);
  const tables = await resolveTables(ctx, gateResult.tables, { published, bindings: spec.tables });
  const snapshots = await Promise.all(tables.map(({ dataset }) => loadCurrentSnapshot(ctx, dataset)));
  if (!snapshots.every(isStored)) throw connectedProblemOf(snapshots);
  const sources = snapshots.map(({ source }, index) => ({ ...source, ...tables[index]!.written }));
  const datasets = snapshots.map(({ origin }) => origin);
  return plannedQueryOf({
    engineQuery: { by: 'person', sql: spec.sql, params: spec.params, zone, sources, limit: rows },
    proofQuery: spec,
    totals: [],
    datasets: datasets.filter(({ id }, index) => datasets.findIndex((each) => each.id === id) === index),
    rules: snapshots.flatMap(rulesOfSnapshot),
    applied: [],
    tables: tables.map(({ dataset, written: { schema = null, name } }) => ({ schema, name, dataset })),
    newest: {},
    // SQL may compute anything under any name.
    labels: [],
  });
}

/** The error depends on the sources: a dataset of SQL can join tables of one connection, but not of several places. */
function connectedProblemOf(snapshots: DatasetSnapshot[]): Problem {
  const places = new Set(snapshots.map(({ source }) => (source.at === 'connection' ? source.connection : source.at)));
  return new Problem(places.size > 1 ? 'sql_across_places' : 'sql_on_connection');
}

/** Checks SQL with the gate of the engine, one text at a time; the verdict is cached by text. */
export async function passGate(ctx: ExecutionContext, sql: string, signal: AbortSignal): Promise<GateResult> {
  const { engine, execution } = ctx;
  const key = JSON.stringify(['gate', sql]);
  const turn = { ...queueShareOf(ctx), kind: 'short' as const, seconds, signal };
  return loadPlan(execution, key, () =>
    runOnEngine(execution.gateQueue, turn, (limits) =>
      // Many cards of one dashboard may wait with the same text.
      loadPlan(execution, key, () => engine.gate(sql, limits)),
    ),
  );
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
