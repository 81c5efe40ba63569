import type { SqlWatch } from '#contract/alerts/schemas.ts';
import type { NewAlert } from '#contract/alerts/routes.ts';
import { cardsOf, type Dashboard } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { Param, SqlQuerySpec } from '#domain/query/query.ts';
import { findRight } from '#server/access/rights.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import type { QueryPublisher } from '#server/execution/plan.ts';

/** The publisher of SQL, and the datasets that its table names are bound to. */
type PublishedSql = QueryPublisher & Pick<SqlQuerySpec, 'tables'>;

/** The publication of watched SQL, for viewers, who may not write SQL; throws unless a card still contains the SQL. */
export async function findPublication(
  ctx: DashboardContext,
  watch: SqlWatch,
  origin: NewAlert['origin'],
): Promise<PublishedSql | undefined> {
  if (ctx.identity.member.role !== 'viewer') return undefined;
  const isVisible = origin && (await findRight(ctx, { kind: 'dashboard', id: origin.dashboard }));
  if (!isVisible) throw new Problem('alert_sql_closed');
  const { dashboard, by } = await ctx.dashboardLoads.published(origin.dashboard).catch(throwClosed);
  const spec = findSpec(dashboard, origin.card, watch);
  if (!spec) throw new Problem('alert_sql_closed');
  return { by, tables: spec.tables };
}

function throwClosed(cause: unknown): never {
  throw cause instanceof Problem ? new Problem('alert_sql_closed', {}, { cause }) : cause;
}

/** The query of a card, if it is the watched one. */
function findSpec(dashboard: Dashboard, id: string, { sql, params }: SqlWatch): SqlQuerySpec | undefined {
  const card = cardsOf(dashboard).find((each) => each.id === id);
  if (card?.kind !== 'chart' || card.chart.ask.kind !== 'sql' || card.chart.ask.sql !== sql) return undefined;
  const { params: cardParams } = card.chart.ask;
  const settableParams = settableParamsOf(dashboard, id);
  const isSameQuery = params.every((param) => cardParams.some((each) => isSame(each, param, settableParams)));
  return isSameQuery ? card.chart.ask : undefined;
}

const isSame = (cardParam: Param, param: Param, settableParams: Set<string>): boolean =>
  foldIdentifier(cardParam.name) === foldIdentifier(param.name) &&
  cardParam.type === param.type &&
  (cardParam.value === param.value || settableParams.has(foldIdentifier(param.name)));

/** Parameters that viewers may set: the time range, and those with a control. */
function settableParamsOf({ controls }: Dashboard, card: string): Set<string> {
  const targets = controls.flatMap((control) => control.targets);
  const controlParams = targets.flatMap((target) =>
    target.kind === 'param' && target.card === card ? [target.param] : [],
  );
  return new Set(['from', 'to', ...controlParams.map(foldIdentifier)]);
}
