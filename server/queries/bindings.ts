import type { Ask, SqlAsk, TableBinding } from '#contract/query.ts';
import type { Asking } from './services.ts';
import { passGate } from './sql.ts';
import { bindMentions } from './tables.ts';

/** A question to be saved: the names in SQL are bound to the datasets that they mean to whoever saves it. */
export async function bindAsk<Question extends Ask>(ctx: Asking, ask: Question, before?: Ask): Promise<Question> {
  if (ask.kind !== 'sql') return ask;
  const known = [...(ask.tables ?? []), ...boundBefore(ask, before)];
  return { ...ask, tables: await bindSql(ctx, ask.sql, known) };
}

/** Whoever sends SQL back as it was, without what its names are bound to, means the same datasets. */
const boundBefore = ({ sql }: SqlAsk, before: Ask | undefined): TableBinding[] =>
  before?.kind === 'sql' && before.sql === sql ? (before.tables ?? []) : [];

/** SQL that is not understood keeps what it was bound to. */
export async function bindSql(ctx: Asking, sql: string, before: TableBinding[]): Promise<TableBinding[]> {
  const { signal } = new AbortController();
  const gated = await passGate(ctx, sql, signal).catch(() => undefined);
  return gated ? bindMentions(ctx, gated.tables, before) : before;
}
