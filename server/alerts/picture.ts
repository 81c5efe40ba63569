import { renderAsync } from '@resvg/resvg-js';
import { eq } from 'drizzle-orm';

import type { Rehearsal } from '#contract/alerts.ts';
import type { Notice } from '#contract/notifications.ts';
import { shapeOf } from '#display/charts/course.ts';
import { formatAmount, plainStyle } from '#display/format/unit.ts';
import { formatStep } from '#display/format/step.ts';
import type { Look } from '#display/frame.ts';
import { loadMakers } from '#server/accounts/acting.ts';
import { alerts } from '#server/database/schema.ts';
import { fontFiles, fontName } from '#server/dashboards/print/draw/fonts.ts';
import { boxAt, coloursOf, lineAt, movedBy, svgOf, textAt } from '#server/dashboards/print/draw/markup.ts';
import { asMakerOf, type Ctx } from './check.ts';
import { rehearse } from './rehearse.ts';
import type { AlertRow } from './store.ts';

const room = { width: 500, height: 170 };
const margin = 16;
/** Room for numbers beside the course. */
const besides = 64;

/** What an alert that fired has looked at, as a picture for letters; nothing where there is nothing to draw. */
export async function pictureOf(ctx: Ctx, notice: Notice | { kind: 'test' }, look: Look): Promise<Buffer | undefined> {
  if (notice.kind !== 'alert_fired') return undefined;
  const [row] = await ctx.db.select().from(alerts).where(eq(alerts.id, notice.alert));
  const maker = row && (await loadMakers(ctx.db, [row])).get(row.memberId ?? '');
  if (!row?.watch.time || !maker) return undefined;
  const rehearsal = await rehearse(await asMakerOf(ctx, row, maker), row);
  const font = {
    fontFiles: Object.values(fontFiles),
    loadSystemFonts: false,
    defaultFontFamily: fontName,
    sansSerifFamily: fontName,
  };
  // In a thread of its own: the server has others to answer.
  const image = await renderAsync(drawCourse(row, rehearsal, look), { font, fitTo: { mode: 'zoom', value: 2 } });
  return image.asPng();
}

/** The numbers over time, the threshold, and where the alert fired. A step that is not over would look like a fall. */
export function drawCourse({ condition, watch }: AlertRow, rehearsal: Rehearsal, look: Look): string {
  const told = watch.isRunning || !rehearsal.isRunning ? rehearsal : withoutLast(rehearsal);
  const { surface, text, quiet, border, brand, bad } = coloursOf(look);
  const { lines, dots, threshold, top, bottom } = shapeOf(told, condition, room);
  const stepAt = (place: number) => formatStep(told.steps[place], watch.time?.grain ?? null, look);
  const amount = (value: number) => formatAmount(value, plainStyle, look);
  const traces = lines.map(({ points, isMain }) => {
    const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${isMain ? brand : border}" stroke-width="2"/>`;
  });
  const limit =
    threshold === null
      ? ''
      : `<line x1="0" x2="${room.width}" y1="${threshold}" y2="${threshold}" stroke="${bad}" stroke-width="1.5" stroke-dasharray="6 4"/>`;
  const marks = dots.map(({ x, y }) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4" fill="${bad}"/>`);
  const beside = (value: number, y: number, colour: string) =>
    textAt(amount(value), { x: room.width + 8, y, size: 12, colour });
  const labels = [
    // What would lie on the label of the threshold is left out.
    ...[[top, 10] as const, [bottom, room.height - 4] as const]
      .filter(([, y]) => threshold === null || Math.abs(y - threshold) > 16)
      .map(([value, y]) => beside(value, y, quiet)),
    ...(threshold !== null && 'value' in condition ? [beside(condition.value, threshold + 4, bad)] : []),
    textAt(stepAt(0), { x: 0, y: room.height + 20, size: 12, colour: text }),
    textAt(stepAt(told.steps.length - 1), {
      x: room.width,
      y: room.height + 20,
      size: 12,
      colour: text,
      anchor: 'end',
    }),
  ];
  const ground = lineAt([0, room.height], [room.width, room.height], border);
  const inner = [ground, ...traces, limit, ...marks, ...labels].join('');
  const [width, height] = [room.width + besides + 2 * margin, room.height + 2 * margin + 16];
  return svgOf(width, height, boxAt({ x: 0, y: 0, width, height }, { fill: surface }) + movedBy(margin, margin, inner));
}

function withoutLast({ steps, courses, ...rest }: Rehearsal): Rehearsal {
  const left = steps.slice(0, -1);
  return {
    ...rest,
    steps: left,
    courses: courses.map(({ values, met, ...course }) => ({
      ...course,
      values: values.slice(0, left.length),
      met: met.filter((place) => place < left.length),
    })),
  };
}
