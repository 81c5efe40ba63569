import type { SqlWatch } from '#contract/alert.ts';
import type { NewAlert } from '#contract/alerts.ts';
import { cardsOf, type Dashboard } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#contract/identifier.ts';
import type { Param, SqlAsk } from '#contract/query.ts';
import { findRight } from '#server/access/rights.ts';
import type { Viewing } from '#server/dashboards/look.ts';
import type { Publication } from '#server/queries/prepare.ts';

/** By whom SQL was published, and what its names stand for. */
type PublishedSql = Publication & Pick<SqlAsk, 'tables'>;

/** By whom SQL was published for those who may not ask in SQL themselves; it must be what a card still asks. */
export async function findPublication(
  ctx: Viewing,
  watch: SqlWatch,
  origin: NewAlert['origin'],
): Promise<PublishedSql | undefined> {
  if (ctx.identity.member.role !== 'viewer') return undefined;
  const isSeen = origin && (await findRight(ctx, { kind: 'dashboard', id: origin.dashboard }));
  if (!isSeen) throw new Problem('alert_sql_closed');
  const { dashboard, by } = await ctx.looking.published(origin.dashboard).catch(closedOf);
  const ask = findAsk(dashboard, origin.card, watch);
  if (!ask) throw new Problem('alert_sql_closed');
  return { by, tables: ask.tables };
}

function closedOf(cause: unknown): never {
  throw cause instanceof Problem ? new Problem('alert_sql_closed', {}, { cause }) : cause;
}

/** The question of a card if it is the one that is watched. */
function findAsk(dashboard: Dashboard, id: string, { sql, params }: SqlWatch): SqlAsk | undefined {
  const card = cardsOf(dashboard).find((each) => each.id === id);
  if (card?.kind !== 'chart' || card.chart.ask.kind !== 'sql' || card.chart.ask.sql !== sql) return undefined;
  const { params: written } = card.chart.ask;
  const open = openParams(dashboard, id);
  const isAsked = params.every((param) => written.some((each) => isSame(each, param, open)));
  return isAsked ? card.chart.ask : undefined;
}

const isSame = (written: Param, param: Param, open: Set<string>): boolean =>
  foldIdentifier(written.name) === foldIdentifier(param.name) &&
  written.type === param.type &&
  (written.value === param.value || open.has(foldIdentifier(param.name)));

/** What viewers set themselves: the time range, and whatever has a control. */
function openParams({ controls }: Dashboard, card: string): Set<string> {
  const targets = controls.flatMap((control) => control.targets);
  const set = targets.flatMap((target) => (target.kind === 'param' && target.card === card ? [target.param] : []));
  return new Set(['from', 'to', ...set.map(foldIdentifier)]);
}
