import { undefinedIfProblem } from '#contract/errors.ts';
import type { QuerySpec, SqlQuerySpec, TableBinding } from '#domain/query/query.ts';
import type { QueryContext } from './services.ts';
import { passGate } from '#server/execution/plan-sql.ts';
import { bindMentions } from '#server/execution/sql-tables.ts';

/** A query to be saved: table names in SQL are bound to the datasets that they mean to the person who saves it. */
export async function bindSpec<Question extends QuerySpec>(
  ctx: QueryContext,
  spec: Question,
  before?: QuerySpec,
): Promise<Question> {
  if (spec.kind !== 'sql') return spec;
  const bindings = [...(spec.tables ?? []), ...earlierBindingsOf(spec, before)];
  return { ...spec, tables: await bindSql(ctx, spec.sql, bindings) };
}

/** SQL that is sent back unchanged without its bindings keeps the earlier ones. */
const earlierBindingsOf = ({ sql }: SqlQuerySpec, before: QuerySpec | undefined): TableBinding[] =>
  before?.kind === 'sql' && before.sql === sql ? (before.tables ?? []) : [];

/** SQL that cannot be parsed keeps its earlier bindings. */
export async function bindSql(ctx: QueryContext, sql: string, before: TableBinding[]): Promise<TableBinding[]> {
  const { signal } = new AbortController();
  const gated = await passGate(ctx, sql, signal).catch(undefinedIfProblem);
  return gated ? bindMentions(ctx, gated.tables, before) : before;
}
