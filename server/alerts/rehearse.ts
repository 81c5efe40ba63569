import type { AlertCondition, Watch } from '#contract/alert.ts';
import type { NewAlert, Rehearsal } from '#contract/alerts.ts';
import { daysOf } from '#contract/steps.ts';
import { signalOf } from '#server/context.ts';
import type { Viewing } from '#server/dashboards/look.ts';
import { type Memory, metAt, placesOf, type Series, stepsBefore, turnOf } from './evaluate.ts';
import { loadSeries } from './series.ts';
import { stepsRehearsed } from './steps.ts';

type Asked = { watch: Watch; condition: AlertCondition; zone: string; origin: NewAlert['origin'] };

/** So many courses come along to be drawn; all of them are counted. */
const mostDrawn = 20;

/** What an alert would have done. */
export async function rehearse(ctx: Viewing, asked: Asked): Promise<Rehearsal> {
  const { watch, condition, zone, origin } = asked;
  const before = stepsBefore(condition, watch);
  const signal = signalOf(ctx);
  const count = before + stepsRehearsed(watch);
  const series = await loadSeries(ctx, { watch, count, zone, origin, fresh: false, signal });
  const first = 'sql' in watch ? Math.max(before, firstKnown(series)) : before;
  const unit = watch.time?.grain.unit ?? '';
  const places = placesOf(series, watch.isRunning, first);
  const met = new Map<string, number[]>(series.courses.map(({ key }) => [key, []]));
  let memory: Memory = { firing: [], muted: [] };
  let times = 0;
  for (const place of places) {
    const found = metAt(series, place, condition, unit);
    for (const { key } of found) met.get(key)!.push(place - first);
    const turn = turnOf(memory, found);
    if (turn.fresh.length > 0) times += 1;
    memory = turn.memory;
  }
  const courses = series.courses
    .map(({ key, label, values }) => ({ label, values: values.slice(first), met: met.get(key)! }))
    .toSorted((a, b) => b.met.length - a.met.length)
    .slice(0, mostDrawn);
  const steps = series.steps.slice(first);
  const days = watch.time ? Math.round(steps.length * daysOf(watch.time.grain)) : 0;
  return { steps, courses, times, days, isRunning: series.isRunning, columns: series.columns };
}

/** Where SQL begins: what it leaves out before says nothing. */
function firstKnown({ courses }: Series): number {
  const places = courses.map(({ has }) => has.indexOf(true)).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : 0;
}
