import { frameOf, makerOf } from '#display/charts/sample-kit.ts';
import { optionsFor } from '#display/charts/picture.ts';
import type { Look } from '#display/frame.ts';
import { drawers, init } from '#web/charts/drawers.ts';

// What the bench loads into a browser: it draws long lines and tells how long that took.
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
  const { time, amounts } = makerOf('en_US');
  const steps = Array.from({ length: points }, (_, index) => new Date(1.7e12 + index * minute).toISOString());
  const style = { format: 'plain' as const, decimals: null, unit: '' };
  const values = steps.map((_, index) => Math.round(Math.sin(index / 900) * 1000 + (index % 77) * 8));
  return frameOf([time(['Minute', 'Minute'], { unit: 'minute' }, steps), amounts(['Visits', 'Visits'], style, values)]);
}

/** Draws a line of so many points into a new chart; milliseconds until it is on the screen. */
async function drawLong(points: number): Promise<number> {
  const frame = longFrame(points);
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const size = { width: 1200, height: 400 };
  const options = optionsFor({ kind: 'line', options: {} });
  const start = performance.now();
  const chart = init(place, null, size);
  chart.setOption(drawers.line({ frame, kind: 'line', options, look, ...size, showTip: null, isStill: false }).option);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const taken = performance.now() - start;
  chart.dispose();
  return taken;
}

Object.assign(window, { drawLong });
