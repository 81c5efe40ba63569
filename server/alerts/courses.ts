import { textOf } from '#display/format/text.ts';
import type { Course } from './evaluate.ts';

/** So many values of a column are looked at, those with the most. */
export const mostValues = 100;

/** A number of a step, and the cell that tells whose it is. */
export type Entry = { place: number; cell: unknown; value: number | null };

/** Before anything is known of a step its number is `idle`. */
type Around = { steps: number; by: string | null; idle: number | null };

/** The numbers of each value, step by step; without `by` they are one. What falls together is added up. */
export function coursesOf(entries: Iterable<Entry>, { steps, by, idle }: Around): Course[] {
  const courses = new Map<string, Course>();
  const courseOf = (label: string | null, key: string) => {
    const known = courses.get(key);
    if (known) return known;
    const all = Array.from({ length: steps });
    const course = { key, label, values: all.map(() => idle), has: all.map(() => false) };
    courses.set(key, course);
    return course;
  };
  if (by === null) courseOf(null, '');
  for (const { place, cell, value } of entries) {
    const label = by === null || cell === null || cell === undefined ? null : textOf(cell);
    const { values, has } = courseOf(label, by === null ? '' : JSON.stringify(label));
    values[place] = has[place] ? sumOf(values[place]!, value) : value;
    has[place] = true;
  }
  return [...courses.values()];
}

const sumOf = (one: number | null, other: number | null) => (one === null ? other : one + (other ?? 0));
