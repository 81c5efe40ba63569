import { type Use, usesOf } from '#contract/dashboard-uses.ts';
import type { Card, Control, ControlValue, Dashboard } from '#contract/dashboard.ts';
import type { Ask } from '#contract/query.ts';
import type { SharedDashboard, SharedSubject } from '#contract/shares.ts';
import { findRight } from '#server/access/rights.ts';
import { loadDataset } from '#server/datasets/read.ts';
import type { Looked, Viewing } from '#server/dashboards/look.ts';
import { permittedUses } from '#server/dashboards/publisher-rights.ts';
import type { Alive, ShareRow } from './alive.ts';
import { startOf } from './setting.ts';

const none = { en_US: '', zh_CN: '' };

/** A question as much as is needed to draw its answer: not what it filters by, nor how it is written. */
function bareAsk(ask: Ask): Ask {
  if (ask.kind !== 'sql') return { ...ask, filters: [] };
  const { tables: _, ...rest } = ask;
  return { ...rest, sql: '', params: ask.params.map((param) => ({ ...param, value: null })) };
}

function bareCard(card: Card): Card {
  if (card.kind === 'divider') return card;
  if (card.kind === 'text')
    return { ...card, numbers: card.numbers.map((number) => ({ ...number, ask: bareAsk(number.ask) })) };
  return { ...card, chart: { ...card.chart, ask: bareAsk(card.chart.ask) }, link: null };
}

const emptied = (value: ControlValue): ControlValue => {
  if (value.kind === 'select') return { kind: 'select', values: [] };
  return value.kind === 'range' ? { kind: 'range', from: null, to: null } : { kind: 'text', value: '' };
};

// One that viewers may not set stays without its value: cards that follow each other's picks are tied by it.
function bareControl(control: Control, row: ShareRow): Control {
  const value = startOf(control, row);
  return row.allows.controls.includes(control.id)
    ? { ...control, value }
    : { ...control, label: none, value: emptied(value) };
}

/** A dashboard as a link shows it. */
export function faceOf(dashboard: Dashboard, row: ShareRow): Dashboard {
  return {
    ...dashboard,
    time: { ...dashboard.time, ...row.start.time },
    controls: dashboard.controls.map((control) => bareControl(control, row)),
    tabs: dashboard.tabs.map((tab) => ({ ...tab, cards: tab.cards.map(bareCard) })),
  };
}

/** The dashboard of a link, with what its cards and controls are about and nothing beside that. */
export async function loadFace({ row, maker }: Alive): Promise<SharedDashboard> {
  const looked = await maker.looking.published(row.dashboardId);
  const { dashboard: published, version } = looked;
  const dashboard = faceOf(published, row);
  const controls = row.allows.controls.filter((id) => published.controls.some((control) => control.id === id));
  return {
    version,
    dashboard,
    zone: row.zone,
    allows: { ...row.allows, controls },
    subjects: await loadSubjects(maker, {
      ...looked,
      dashboard: { ...dashboard, controls: dashboard.controls.filter(({ id }) => controls.includes(id)) },
    }),
  };
}

async function loadSubjects(ctx: Viewing, looked: Looked): Promise<Record<string, SharedSubject>> {
  const uses = await permittedUses(ctx, looked, usesOf(looked.dashboard));
  const ids = [...new Set(uses.map(({ dataset }) => dataset))];
  const found = await Promise.all(ids.map((id) => findSubject(ctx, id)));
  return Object.fromEntries(
    ids.flatMap((id, index) => {
      const own = uses.filter((use) => use.dataset === id);
      const subject = found[index];
      return subject ? [[id, partOf(subject, own)]] : [];
    }),
  );
}

async function findSubject(ctx: Viewing, id: string): Promise<SharedSubject | undefined> {
  const isSeen = (await findRight(ctx, { kind: 'dataset', id })) !== undefined;
  return isSeen ? loadDataset(ctx.db, id).catch(() => undefined) : undefined;
}

/** What is used of a dataset. */
function partOf({ columns, metrics }: SharedSubject, uses: Use[]): SharedSubject {
  const isUsed = new Set(uses.flatMap((use) => [...use.columns, ...use.metrics]));
  return {
    columns: columns.filter(({ id }) => isUsed.has(id)),
    metrics: metrics.filter(({ id }) => isUsed.has(id)),
  };
}

/** Which datasets a link shows; what SQL reads is not told. */
export async function loadShownDatasets({ row, maker }: Alive): Promise<Set<string>> {
  const looked = await maker.looking.published(row.dashboardId);
  const uses = await permittedUses(maker, looked, usesOf(looked.dashboard));
  const rights = await Promise.all(uses.map(async ({ dataset: id }) => findRight(maker, { kind: 'dataset', id })));
  return new Set(uses.filter((_, index) => rights[index]).map(({ dataset }) => dataset));
}
