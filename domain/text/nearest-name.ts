import { editDistanceOf } from './edit-distance.ts';

const maxLength = 64;

/** The existing name that was probably meant by a misspelled one: at most one or two edits away. */
export function nearestOf(name: string, names: Iterable<string>): string | undefined {
  const target = name.toLowerCase();
  if (target.length > maxLength) return undefined;
  const maxDistance = target.length < 5 ? 1 : 2;
  let [nearest, minDistance]: [string | undefined, number] = [undefined, maxDistance + 1];
  for (const each of names) {
    if (Math.abs(each.length - target.length) > maxDistance) continue;
    const distance = editDistanceOf(Array.from(target), Array.from(each.toLowerCase()), { swaps: true });
    if (distance < minDistance && distance < target.length) [nearest, minDistance] = [each, distance];
  }
  return nearest;
}
