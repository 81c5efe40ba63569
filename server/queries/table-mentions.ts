import type { SqlQuerySpec } from '#domain/query/query.ts';
import { signalOf } from '#server/context.ts';
import { loadSnapshot, type DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import { runOnEngine } from '#server/queue/run-on-engine.ts';
import type { QueryContext } from './services.ts';
import { passGate } from '#server/execution/plan-sql.ts';
import { resolveTables, type ReferencedTable } from '#server/execution/sql-tables.ts';

const seconds = 10;

/** The datasets that SQL refers to, resolved with the rights of the caller. */
export async function resolveMentions(
  ctx: QueryContext,
  { sql, tables: bindings }: SqlQuerySpec,
): Promise<ReferencedTable[]> {
  const { tables } = await passGate(ctx, sql, signalOf(ctx));
  return resolveTables(ctx, tables, { bindings });
}

/** Runs SQL on its datasets without rows, one of them with a change applied; throws a Problem if it fails. */
export async function trySql(ctx: QueryContext, spec: SqlQuerySpec, changed: DatasetSnapshot): Promise<void> {
  const { sql, params } = spec;
  const tables = await resolveMentions(ctx, spec);
  const sources = await Promise.all(
    tables.map(async ({ dataset, written }) => {
      const { source } = dataset === changed.origin.id ? changed : await loadSnapshot(ctx, dataset);
      const columns = source.columns.map((column) => ({ ...column, storedTypes: [] }));
      return {
        ...ctx.segments.read({ datasetId: dataset, name: written.name, columns, segments: [] }).source,
        ...written,
      };
    }),
  );
  const query = { by: 'person' as const, sql, params, zone: 'UTC', sources, limit: 1 };
  const turn = { ...queueShareOf(ctx), seconds, signal: signalOf(ctx) };
  await runOnEngine(ctx.execution.gateQueue, turn, (limits) => ctx.engine.answer(query, limits));
}
