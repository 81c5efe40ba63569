import { undefinedIfProblem } from '#contract/errors.ts';
import type { Ask, SqlAsk, TableBinding } from '#domain/query/query.ts';
import type { QueryContext } from './services.ts';
import { passGate } from '#server/execution/plan-sql.ts';
import { bindMentions } from '#server/execution/sql-tables.ts';

/** A query to be saved: table names in SQL are bound to the datasets that they mean to the person who saves it. */
export async function bindAsk<Question extends Ask>(ctx: QueryContext, ask: Question, before?: Ask): Promise<Question> {
  if (ask.kind !== 'sql') return ask;
  const bindings = [...(ask.tables ?? []), ...earlierBindingsOf(ask, before)];
  return { ...ask, tables: await bindSql(ctx, ask.sql, bindings) };
}

/** SQL that is sent back unchanged without its bindings keeps the earlier ones. */
const earlierBindingsOf = ({ sql }: SqlAsk, before: Ask | undefined): TableBinding[] =>
  before?.kind === 'sql' && before.sql === sql ? (before.tables ?? []) : [];

/** SQL that cannot be parsed keeps its earlier bindings. */
export async function bindSql(ctx: QueryContext, sql: string, before: TableBinding[]): Promise<TableBinding[]> {
  const { signal } = new AbortController();
  const gated = await passGate(ctx, sql, signal).catch(undefinedIfProblem);
  return gated ? bindMentions(ctx, gated.tables, before) : before;
}
