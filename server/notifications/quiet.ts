import { day, minute, momentOf, midnightOf, wallOf } from '#contract/calendar.ts';
import type { NotificationSettings } from '#contract/notifications.ts';

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The first moment from now on that is not in quiet hours. They may go over midnight. */
export function afterQuiet(now: number, { quiet, zone }: Pick<NotificationSettings, 'quiet' | 'zone'>): number {
  if (!quiet) return now;
  const wall = wallOf(now, zone);
  const [at, from, to] = [(wall - midnightOf(wall)) / minute, minutesOf(quiet.from), minutesOf(quiet.to)];
  const isQuiet = from <= to ? at >= from && at < to : at >= from || at < to;
  if (!isQuiet) return now;
  const isTomorrow = to <= at;
  return momentOf(midnightOf(wall) + to * minute + (isTomorrow ? day : 0), zone);
}
