import type { SqlWatch } from '#contract/alert.ts';
import type { NewAlert } from '#contract/alerts.ts';
import { cardsOf, type Dashboard } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { Param } from '#contract/query.ts';
import { findRight } from '#server/access/rights.ts';
import type { Viewing } from '#server/dashboards/look.ts';
import type { Publication } from '#server/queries/prepare.ts';

/** By whom SQL was published for those who may not ask in SQL themselves; it must be what a card still asks. */
export async function findPublication(
  ctx: Viewing,
  watch: SqlWatch,
  origin: NewAlert['origin'],
): Promise<Publication | undefined> {
  if (ctx.identity.member.role !== 'viewer') return undefined;
  const isSeen = origin && (await findRight(ctx, { kind: 'dashboard', id: origin.dashboard }));
  if (!isSeen) throw new Problem('alert_sql_closed');
  const { dashboard, by } = await ctx.looking.published(origin.dashboard).catch(closedOf);
  if (!isAsked(dashboard, origin.card, watch)) throw new Problem('alert_sql_closed');
  return { by };
}

function closedOf(cause: unknown): never {
  throw cause instanceof Problem ? new Problem('alert_sql_closed', {}, { cause }) : cause;
}

function isAsked(dashboard: Dashboard, id: string, { sql, params }: SqlWatch): boolean {
  const card = cardsOf(dashboard).find((each) => each.id === id);
  if (card?.kind !== 'chart' || card.chart.ask.kind !== 'sql' || card.chart.ask.sql !== sql) return false;
  const { params: written } = card.chart.ask;
  const open = openParams(dashboard, id);
  return params.every((param) => written.some((each) => isSame(each, param, open)));
}

const lower = (text: string) => text.toLowerCase();

const isSame = (written: Param, param: Param, open: Set<string>): boolean =>
  lower(written.name) === lower(param.name) &&
  written.type === param.type &&
  (written.value === param.value || open.has(lower(param.name)));

/** What viewers set themselves: the time range, and whatever has a control. */
function openParams({ controls }: Dashboard, card: string): Set<string> {
  const targets = controls.flatMap((control) => control.targets);
  const set = targets.flatMap((target) => (target.kind === 'param' && target.card === card ? [target.param] : []));
  return new Set(['from', 'to', ...set.map(lower)]);
}
