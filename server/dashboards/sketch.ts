import { and, eq } from 'drizzle-orm';

import { courseName } from '#contract/dashboard-asks.ts';
import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import type { Sketch } from '#contract/dashboards.ts';
import { isOpenToAll } from '#server/access/rights.ts';
import { dashboards } from '#server/database/schema.ts';
import type { Answered } from '#server/queries/answers.ts';
import type { Prepared } from '#server/queries/prepare.ts';
import type { Looked, Viewing } from './look.ts';
import { outlineOf } from './outline.ts';
import type { Asked } from './questions.ts';

/** A small drawing has room for so many points. */
const most = 24;

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The numbers from 0 to 1, a few of many. */
function pointsOf(values: number[]): number[] {
  const step = Math.max(1, values.length / most);
  const few = Array.from({ length: Math.min(most, values.length) }, (_, index) => values[Math.floor(index * step)]!);
  const [low, high] = [Math.min(0, ...few), Math.max(...few)];
  return few.map((value) => (high > low ? Math.round(((value - low) / (high - low)) * 1000) / 1000 : 0.5));
}

/** The first measure of an answer. */
function measureOf({ ask }: Asked, { columns, values }: Answered): number[] {
  const [measure] = ask.kind === 'query' ? ask.measures : [];
  const isNumber = ({ type }: Answered['columns'][number]) => type === 'integer' || type === 'number';
  const place = columns.findIndex((column) => (measure ? column.name === measure.id : isNumber(column)));
  if (place < 0) return [];
  const column = (JSON.parse(values.toString()) as unknown[][])[place] ?? [];
  return column.filter(isAmount);
}

type Heard = { prepared: Pick<Prepared, 'datasets'>; answered: Answered };

/** What is gathered of a run to draw its dashboard small: of what all members may see, for all see the drawing. */
export type Sketcher = {
  hear: (asked: Asked, heard: Heard) => void;
  points: (isOpen: (dataset: string) => Promise<boolean>) => Promise<Map<string, number[]>>;
};

export function openSketcher(): Sketcher {
  const heard = new Map<string, Heard & { asked: Asked }>();
  return {
    hear: (asked, { prepared, answered }) => {
      // A figure is drawn by the line under it.
      if (asked.name === courseName || (asked.name === '' && !heard.has(asked.card))) {
        heard.set(asked.card, { asked, prepared, answered });
      }
    },
    points: async (isOpen) => {
      const points = new Map<string, number[]>();
      for (const [card, { asked, prepared, answered }] of heard) {
        const open = await Promise.all(prepared.datasets.map(({ id }) => isOpen(id)));
        if (!open.includes(false)) points.set(card, pointsOf(measureOf(asked, answered)));
      }
      return points;
    },
  };
}

const isPlain = ({ time, values, picks, drills }: DashboardState) =>
  time === null && picks.length === 0 && Object.keys(values).length === 0 && Object.keys(drills).length === 0;

const pause = 60_000;

type Wanted = { id: string; draft: boolean; state: DashboardState; cards?: string[] | undefined };

/** Whether a run is one to be drawn: all that everyone sees who opens the dashboard, and not drawn a moment ago. */
export function isDrawn({ looking }: Viewing, { id, draft, state, cards }: Wanted, { tabs }: Dashboard): boolean {
  const { drawnAt } = looking;
  const now = Date.now();
  for (const [each, at] of drawnAt) if (now - at > pause) drawnAt.delete(each);
  const isWhole = !cards || tabs[0]!.cards.every((card) => card.kind === 'divider' || cards.includes(card.id));
  return !draft && isWhole && isPlain(state) && !drawnAt.has(id);
}

type Drawing = { id: string; looked: Looked; sketcher: Sketcher };

/** Keeps how a dashboard looks, for the list. Nobody waits for that. */
export function keepSketch(ctx: Viewing, drawing: Drawing): void {
  drawSmall(ctx, drawing).catch((error: unknown) => ctx.log.warn({ err: error }, 'keeping a sketch failed'));
}

async function drawSmall(ctx: Viewing, { id, looked, sketcher }: Drawing): Promise<void> {
  const { dashboard, version } = looked;
  if (version === null) return;
  ctx.looking.drawnAt.set(id, Date.now());
  const points = await sketcher.points((dataset) => isOpenToAll(ctx, dataset));
  const { cards } = dashboard.tabs[0]!;
  const sketch: Sketch = outlineOf(dashboard).map((drawn) => {
    const card = cards.find(({ place }) => place === drawn.place);
    return { ...drawn, points: (card && points.get(card.id)) ?? [] };
  });
  await ctx.db
    .update(dashboards)
    .set({ sketch })
    .where(and(eq(dashboards.id, id), eq(dashboards.version, version)));
}
