import { day, minute, momentOf, midnightOf, wallOf } from '#domain/time/calendar.ts';
import type { NotificationSettings } from '#contract/notifications/routes.ts';

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** First moment from now that is outside quiet hours, which may span midnight. */
export function endOfQuietHours(now: number, { quiet, zone }: Pick<NotificationSettings, 'quiet' | 'zone'>): number {
  if (!quiet) return now;
  const wall = wallOf(now, zone);
  const [at, from, to] = [(wall - midnightOf(wall)) / minute, minutesOf(quiet.from), minutesOf(quiet.to)];
  const isQuiet = from <= to ? at >= from && at < to : at >= from || at < to;
  if (!isQuiet) return now;
  const isTomorrow = to <= at;
  return momentOf(midnightOf(wall) + to * minute + (isTomorrow ? day : 0), zone);
}
