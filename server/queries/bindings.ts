import { undefinedIfProblem } from '#contract/errors.ts';
import type { QuerySpec, SqlQuerySpec, TableBinding } from '#domain/query/query.ts';
import type { QueryContext } from './services.ts';
import { passGate } from '#server/execution/plan-sql.ts';
import { bindMentions } from '#server/execution/sql-tables.ts';

/** Prepares a query for saving: binds table names in SQL to the datasets that they refer to for the caller. */
export async function bindSpec<Question extends QuerySpec>(
  ctx: QueryContext,
  spec: Question,
  before?: QuerySpec,
): Promise<Question> {
  if (spec.kind !== 'sql') return spec;
  const bindings = [...(spec.tables ?? []), ...earlierBindingsOf(spec, before)];
  return { ...spec, tables: await bindSql(ctx, spec.sql, bindings) };
}

/** Bindings to reuse if unchanged SQL is sent without them. */
const earlierBindingsOf = ({ sql }: SqlQuerySpec, before: QuerySpec | undefined): TableBinding[] =>
  before?.kind === 'sql' && before.sql === sql ? (before.tables ?? []) : [];

/** Binds table names in SQL. If it cannot be parsed, its earlier bindings are kept. */
export async function bindSql(ctx: QueryContext, sql: string, before: TableBinding[]): Promise<TableBinding[]> {
  const { signal } = new AbortController();
  const gated = await passGate(ctx, sql, signal).catch(undefinedIfProblem);
  return gated ? bindMentions(ctx, gated.tables, before) : before;
}
