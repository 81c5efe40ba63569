import { commonDrawings } from '#display/charts/common-drawings.ts';
import { sampleFrameOf, sampleBuilderOf } from '#display/charts/sample-builder.ts';
import { optionsFor } from '#display/charts/draw-input.ts';
import type { Look } from '#display/frame.ts';
import { init } from '#web/charts/echarts.ts';

// Loaded into a browser by the benchmark: draws long lines and measures how long that takes.
const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'sunday',
  zone: 'UTC',
};
const minute = 60_000;

function longFrame(points: number) {
  const { time, amounts } = sampleBuilderOf('en_US');
  const steps = Array.from({ length: points }, (_, index) => new Date(1.7e12 + index * minute).toISOString());
  const style = { format: 'plain' as const, decimals: null, unit: '' };
  const values = steps.map((_, index) => Math.round(Math.sin(index / 900) * 1000 + (index % 77) * 8));
  return sampleFrameOf([
    time(['Minute', 'Minute'], { unit: 'minute' }, steps),
    amounts(['Visits', 'Visits'], style, values),
  ]);
}

/** Draws a line of `points` points into a new chart; returns the milliseconds until it is visible. */
async function drawLongLine(points: number): Promise<number> {
  const frame = longFrame(points);
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const size = { width: 1200, height: 400 };
  const options = optionsFor({ kind: 'line', options: {} });
  const start = performance.now();
  const chart = init(container, null, size);
  chart.setOption(
    commonDrawings.drawLine({ frame, kind: 'line', options, look, ...size, showTip: null, isStatic: false }).option,
  );
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const milliseconds = performance.now() - start;
  chart.dispose();
  return milliseconds;
}

Object.assign(window, { drawLongLine });
