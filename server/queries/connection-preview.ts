import type { connectionPreviewRoutes } from '#contract/connections/sql-routes.ts';
import { maxSqlPreviewRows } from '#contract/connections/sql-routes.ts';
import type { AnswerLine } from '#contract/queries/routes.ts';
import type { ConnectionServices } from '#server/connections/services.ts';
import { loadSqlSource } from '#server/connections/sql.ts';
import type { Handlers, MemberContext, SendLine } from '#server/context.ts';
import { executeQuery } from '#server/execution/execute.ts';
import { plannedQueryOf } from '#server/execution/plan.ts';
import { proofOf, resultOf, throttleProgress } from '#server/execution/stream.ts';
import type { QueryServices } from './services.ts';

type PreviewServices = QueryServices & ConnectionServices;
type PreviewOptions = { send: SendLine; signal: AbortSignal };

/** Runs SQL on a connected database that is not saved as a dataset yet, and streams its first rows. */
async function previewSql(
  ctx: MemberContext<PreviewServices>,
  input: { id: string; sql: string },
  { send, signal }: PreviewOptions,
): Promise<void> {
  const source = await loadSqlSource(ctx, input);
  const progress = throttleProgress((line: AnswerLine) => send(line));
  try {
    const query = { by: 'person' as const, sql: source.sql, params: [], zone: 'UTC', sources: [source] };
    const plan = plannedQueryOf({
      engineQuery: { ...query, limit: maxSqlPreviewRows },
      proofQuery: query,
      totals: [],
      datasets: [],
      rules: [],
      applied: [],
      tables: [],
      newest: {},
      labels: [],
    });
    const { editor: seconds } = await ctx.queryLimits.load();
    const executed = await executeQuery(ctx, plan, { seconds, fresh: true, signal, onProgress: progress.report });
    progress.end();
    await send(['{"kind":"result","result":', ...resultOf(executed.answer, proofOf(plan, executed)), '}']);
  } finally {
    progress.end();
  }
}

export const connectionPreviewHandlers: Handlers<PreviewServices, typeof connectionPreviewRoutes> = {
  'POST /applications/:id/sql/preview': (ctx, input) => (send, signal) => previewSql(ctx, input, { send, signal }),
};
