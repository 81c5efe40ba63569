import { renderAsync } from '@resvg/resvg-js';
import { eq } from 'drizzle-orm';

import type { Backtest } from '#contract/alerts/routes.ts';
import type { Notice } from '#contract/notifications/routes.ts';
import { trendShapeOf } from '#display/charts/trend-shape.ts';
import { formatAmount } from '#display/format/unit.ts';
import { formatStep } from '#display/format/step.ts';
import type { Look } from '#display/frame.ts';
import { plainStyle } from '#domain/query/chart.ts';
import { loadCreators } from '#server/accounts/on-behalf.ts';
import { alerts } from '#server/database/schema.ts';
import { fontFiles, fontName } from '#server/print/draw/fonts.ts';
import { boxAt, coloursOf, lineAt, translate, svgOf, textAt } from '#server/print/draw/markup.ts';
import { loadCreatorContext, type AlertCheckServices } from './check.ts';
import { backtest } from './backtest.ts';
import type { AlertRow } from './store.ts';

const plotSize = { width: 500, height: 170 };
const margin = 16;
/** Space for the axis labels beside the plot. */
const labelWidth = 64;

/** Chart image of a fired alert for emails; undefined if there is nothing to draw. */
export async function renderAlertImage(
  ctx: AlertCheckServices,
  notice: Notice | { kind: 'test' },
  look: Look,
): Promise<Buffer | undefined> {
  if (notice.kind !== 'alert_fired') return undefined;
  const [row] = await ctx.db.select().from(alerts).where(eq(alerts.id, notice.alert));
  const creator = row && (await loadCreators(ctx.db, [row])).get(row.memberId ?? '');
  if (!row?.watch.time || !creator) return undefined;
  const backtestResult = await backtest(await loadCreatorContext(ctx, row, creator), row);
  const font = {
    fontFiles: Object.values(fontFiles),
    loadSystemFonts: false,
    defaultFontFamily: fontName,
    sansSerifFamily: fontName,
  };
  // Rendered in a worker thread, so as not to block the event loop.
  const image = await renderAsync(drawTrend(row, backtestResult, look), { font, fitTo: { mode: 'zoom', value: 2 } });
  return image.asPng();
}

/** SVG of the numbers over time, the threshold and the firings, without an incomplete step that would look like a fall. */
function drawTrend({ condition, watch }: AlertRow, backtestResult: Backtest, look: Look): string {
  const complete = watch.isRunning || !backtestResult.isRunning ? backtestResult : withoutLastStep(backtestResult);
  const { surface, text, quiet, border, brand, bad } = coloursOf(look);
  const { lines, dots, threshold, top, bottom } = trendShapeOf(complete, condition, plotSize);
  const stepAt = (index: number) => formatStep(complete.steps[index], watch.time?.grain ?? null, look);
  const amount = (value: number) => formatAmount(value, plainStyle, look);
  const traces = lines.map(({ points, isMain }) => {
    const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${isMain ? brand : border}" stroke-width="2"/>`;
  });
  const limit =
    threshold === null
      ? ''
      : `<line x1="0" x2="${plotSize.width}" y1="${threshold}" y2="${threshold}" stroke="${bad}" stroke-width="1.5" stroke-dasharray="6 4"/>`;
  const marks = dots.map(({ x, y }) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4" fill="${bad}"/>`);
  const sideLabel = (value: number, y: number, colour: string) =>
    textAt(amount(value), { x: plotSize.width + 8, y, size: 12, colour });
  const labels = [
    // Labels that would overlap that of the threshold are omitted.
    ...[[top, 10] as const, [bottom, plotSize.height - 4] as const]
      .filter(([, y]) => threshold === null || Math.abs(y - threshold) > 16)
      .map(([value, y]) => sideLabel(value, y, quiet)),
    ...(threshold !== null && 'value' in condition ? [sideLabel(condition.value, threshold + 4, bad)] : []),
    textAt(stepAt(0), { x: 0, y: plotSize.height + 20, size: 12, colour: text }),
    textAt(stepAt(complete.steps.length - 1), {
      x: plotSize.width,
      y: plotSize.height + 20,
      size: 12,
      colour: text,
      anchor: 'end',
    }),
  ];
  const baseline = lineAt([0, plotSize.height], [plotSize.width, plotSize.height], border);
  const inner = [baseline, ...traces, limit, ...marks, ...labels].join('');
  const [width, height] = [plotSize.width + labelWidth + 2 * margin, plotSize.height + 2 * margin + 16];
  return svgOf(
    width,
    height,
    boxAt({ x: 0, y: 0, width, height }, { fill: surface }) + translate(margin, margin, inner),
  );
}

function withoutLastStep({ steps, courses: trends, ...rest }: Backtest): Backtest {
  const remainingSteps = steps.slice(0, -1);
  return {
    ...rest,
    steps: remainingSteps,
    courses: trends.map(({ values, met, ...trend }) => ({
      ...trend,
      values: values.slice(0, remainingSteps.length),
      met: met.filter((index) => index < remainingSteps.length),
    })),
  };
}
