const day = 24 * 60 * 60 * 1000;
const kept = 30;

/** How many days something stays in the trash before it is deleted, counted up to whole ones. */
export function daysLeft(trashedAt: string | null, now: number = Date.now()): number {
  if (!trashedAt) return kept;
  return Math.max(0, Math.ceil((Date.parse(trashedAt) + kept * day - now) / day));
}
