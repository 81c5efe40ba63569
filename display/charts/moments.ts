import { clockText, numberOfDay, wallOf } from '#display/format/calendar.ts';
import { tickOf } from '#display/format/step.ts';
import type { Look } from '#display/frame.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  ...[1, 5, 15, 30].map((count) => count * second),
  ...[1, 5, 15, 30].map((count) => count * minute),
  ...[1, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90, 180, 365, 730, 1825, 3650].map((count) => count * day),
];

/** How far the clocks of a zone are ahead at a moment, in milliseconds. */
function aheadOf(moment: number, zone: string): number {
  const wall = wallOf(moment, zone);
  if (!wall) return 0;
  const shown = numberOfDay(wall) * day + wall.hour * hour + wall.minute * minute + wall.second * second;
  return shown - Math.floor(moment / second) * second;
}

/** The labels of an axis of moments: at round times of the person's zone, with the day or year where it changes. */
export function momentLabels(moments: number[], width: number, look: Look): Map<number, string> {
  const labels = new Map<number, string>();
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined) return labels;
  const most = Math.max(1, Math.floor(width / 80));
  const step = steps.find((each) => (last - first) / each <= most) ?? (last - first) / most;
  const ahead = aheadOf(first, look.zone);
  let context = '';
  for (let at = Math.ceil((first + ahead) / step) * step - ahead; at <= last; at += step) {
    const tick = tickOf(at, { unit: step < day ? 'hour' : 'day' }, look);
    const wall = wallOf(at, look.zone)!;
    const text = step < minute ? `${clockText(wall)}:${String(wall.second).padStart(2, '0')}` : tick.text;
    labels.set(at, tick.context === context ? text : `${text}\n${tick.context}`);
    context = tick.context;
  }
  return labels;
}
