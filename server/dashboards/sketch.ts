import { and, eq } from 'drizzle-orm';

import { trendName } from '#domain/dashboard/queries.ts';
import type { Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { Sketch } from '#contract/dashboards/routes.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { isOpenToAll } from '#server/access/rights.ts';
import { dashboards } from '#server/database/schema.ts';
import { valuesOf } from '#server/execution/execute.ts';
import type { QueryAnswer } from '#server/execution/execution.ts';
import type { PlannedQuery } from '#server/execution/plan.ts';
import type { ViewedDashboard, DashboardContext } from './load-dashboard.ts';
import { outlineOf } from './outline.ts';
import type { DashboardQuery } from './dashboard-queries.ts';

/** Points per card of a thumbnail. */
const maxPoints = 24;

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A sample of the values, scaled from 0 to 1. */
function pointsOf(values: number[]): number[] {
  const step = Math.max(1, values.length / maxPoints);
  const sample = Array.from(
    { length: Math.min(maxPoints, values.length) },
    (_, index) => values[Math.floor(index * step)]!,
  );
  const [low, high] = [Math.min(0, ...sample), Math.max(...sample)];
  return sample.map((value) => (high > low ? Math.round(((value - low) / (high - low)) * 1000) / 1000 : 0.5));
}

/** The values of the first measure of an answer. */
function measureOf({ spec }: DashboardQuery, { columns, values }: QueryAnswer): number[] {
  const [measure] = spec.kind === 'query' ? spec.measures : [];
  const index = columns.findIndex((column) => (measure ? column.name === measure.id : isNumeric(column)));
  if (index < 0) return [];
  const [column = []] = valuesOf({ columns: [], values: values.slice(index, index + 1) });
  return column.filter(isAmount);
}

type SketchAnswer = { plan: Pick<PlannedQuery, 'datasets'>; answer: QueryAnswer };

/**
 * Collects the answers of a run for the thumbnail of its dashboard. Only data that all members may see is used, because
 * all see the thumbnail.
 */
export type Sketcher = {
  add: (query: DashboardQuery, answer: SketchAnswer) => void;
  points: (isOpen: (dataset: string) => Promise<boolean>) => Promise<Map<string, number[]>>;
};

export function openSketcher(): Sketcher {
  const answers = new Map<string, SketchAnswer & { query: DashboardQuery }>();
  return {
    add: (query, { plan, answer }) => {
      // A number card is represented by its trend.
      if (query.name === trendName || (query.name === '' && !answers.has(query.card))) {
        answers.set(query.card, { query, plan, answer });
      }
    },
    points: async (isOpen) => {
      const points = new Map<string, number[]>();
      for (const [card, { query, plan, answer }] of answers) {
        const open = await Promise.all(plan.datasets.map(({ id }) => isOpen(id)));
        if (!open.includes(false)) points.set(card, pointsOf(measureOf(query, answer)));
      }
      return points;
    },
  };
}

const isPlain = ({ time, values, picks, drills }: DashboardState) =>
  time === null && picks.length === 0 && Object.keys(values).length === 0 && Object.keys(drills).length === 0;

const intervalMs = 60_000;

type SketchRequest = { id: string; draft: boolean; state: DashboardState; cards?: string[] | undefined };

/**
 * Whether a run updates the thumbnail: it has the state that everyone sees first, and the last update is not recent.
 */
export function needsSketch(
  { dashboardLoads, identity }: DashboardContext,
  { id, draft, state, cards }: SketchRequest,
  { tabs }: Dashboard,
): boolean {
  // The view of another member ("See as…") may lack datasets.
  if (identity.member.people) return false;
  const { sketchedAt } = dashboardLoads;
  const now = Date.now();
  for (const [each, at] of sketchedAt) if (now - at > intervalMs) sketchedAt.delete(each);
  const isWhole = !cards || tabs[0]!.cards.every((card) => card.kind === 'divider' || cards.includes(card.id));
  return !draft && isWhole && isPlain(state) && !sketchedAt.has(id);
}

type SketchInput = { id: string; viewed: ViewedDashboard; sketcher: Sketcher };

/** Saves the thumbnail in the background. */
export function saveSketchInBackground(ctx: DashboardContext, input: SketchInput): void {
  saveSketch(ctx, input).catch((error: unknown) => ctx.log.warn({ err: error }, 'saving a thumbnail failed'));
}

async function saveSketch(ctx: DashboardContext, { id, viewed, sketcher }: SketchInput): Promise<void> {
  const { dashboard, version } = viewed;
  if (version === null) return;
  ctx.dashboardLoads.sketchedAt.set(id, Date.now());
  const isShown = async (dataset: string) =>
    (await isOpenToAll(ctx, dataset)) && (await ctx.rowRules.rulesOf(dataset)) === null;
  const points = await sketcher.points(isShown);
  const { cards } = dashboard.tabs[0]!;
  const sketch: Sketch = outlineOf(dashboard).map((item) => {
    const card = cards.find(({ place }) => place === item.place);
    return { ...item, points: (card && points.get(card.id)) ?? [] };
  });
  await ctx.db
    .update(dashboards)
    .set({ sketch })
    .where(and(eq(dashboards.id, id), eq(dashboards.version, version)));
}
