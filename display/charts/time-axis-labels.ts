import { clockText, numberOfDay, wallOf, twoDigits } from '#display/format/calendar.ts';
import { stepLabelOf } from '#display/format/step.ts';
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

/** UTC offset of a zone at a moment, in milliseconds. */
function offsetOf(moment: number, zone: string): number {
  const wall = wallOf(moment, zone);
  if (!wall) return 0;
  const wallTime = numberOfDay(wall) * day + wall.hour * hour + wall.minute * minute + wall.second * second;
  return wallTime - Math.floor(moment / second) * second;
}

/** Labels of a continuous time axis: at round times of the user's zone, with the day or year where it changes. */
export function momentLabels(moments: number[], width: number, look: Look): Map<number, string> {
  const labels = new Map<number, string>();
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined) return labels;
  const maxLabels = Math.max(1, Math.floor(width / 80));
  const step = steps.find((each) => (last - first) / each <= maxLabels) ?? (last - first) / maxLabels;
  const offset = offsetOf(first, look.zone);
  let context = '';
  for (let at = Math.ceil((first + offset) / step) * step - offset; at <= last; at += step) {
    const tick = stepLabelOf(at, { unit: step < day ? 'hour' : 'day' }, look);
    const wall = wallOf(at, look.zone)!;
    const text = step < minute ? `${clockText(wall)}:${twoDigits(wall.second)}` : tick.text;
    labels.set(at, tick.context === context ? text : `${text}\n${tick.context}`);
    context = tick.context;
  }
  return labels;
}
