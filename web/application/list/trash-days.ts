const dayMs = 24 * 60 * 60 * 1000;
const trashDays = 30;

/** Days until a trashed item is deleted, rounded up. */
export function daysLeft(trashedAt: string | null, now: number = Date.now()): number {
  if (!trashedAt) return trashDays;
  return Math.max(0, Math.ceil((Date.parse(trashedAt) + trashDays * dayMs - now) / dayMs));
}
