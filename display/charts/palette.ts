import { textOf } from '#display/format/text.ts';
import type { Look } from '#display/frame.ts';
import { inkOf } from './ink.ts';

/**
 * The colours of categories, in their order, the same hues in both themes: blue, orange, teal, plum, ochre, violet,
 * green, red, sky, brown. Chosen by search: the least distance of any two, also for people who are blind to a
 * colour, is as large as it can be with a contrast of 3 to the surface.
 */
export const categorical: Record<Look['theme'], readonly string[]> = {
  light: ['#3850c0', '#d47e22', '#338b6f', '#9c3583', '#956e08', '#7f6cd5', '#2c5b00', '#b40d42', '#4e9ac9', '#4e3118'],
  dark: ['#638ffe', '#f29e57', '#43cac2', '#bb5897', '#fad253', '#7c57d7', '#519718', '#e26e7c', '#9dd9fb', '#866250'],
};

/** From little to much. */
export const sequential: Record<Look['theme'], readonly string[]> = {
  light: ['#e4e9fb', '#b9c6f5', '#8a9feb', '#5d78dc', '#3850c0', '#24378f'],
  dark: ['#1f2a4d', '#2b3f7d', '#3b58ae', '#4f75dc', '#7fa3ff', '#c2d3ff'],
};

/** From less through nothing to more. */
export const diverging: Record<Look['theme'], readonly string[]> = {
  light: ['#b35806', '#e8a35c', '#f6dfc4', '#eef0f4', '#c5d0f6', '#7c92e6', '#3850c0'],
  dark: ['#f29e57', '#b3703a', '#5f4531', '#2c3444', '#334a80', '#4a6cc4', '#8fb0ff'],
};

/** A number that stays with a text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

/** Colours that look alike, by their places: blue, violet and sky; orange, ochre and brown; teal and green; plum and red. */
export const families: readonly number[] = [0, 1, 2, 3, 1, 0, 2, 3, 0, 1];

/** The first free place from this one on, if there is one of a family that the chart does not have yet. */
function placeFrom(slot: number, size: number, taken: ReadonlySet<number>): number {
  const round = Array.from({ length: size }, (_, step) => (slot + step) % size);
  const seen = new Set([...taken].map((each) => families[each]));
  const free = round.filter((each) => !taken.has(each));
  return free.find((each) => !seen.has(families[each])) ?? free[0]!;
}

/**
 * The place in the palette of each value: by the value alone, so that it has the same colour on every chart. Where
 * two of one chart would share a colour, or few would look alike, the later one in the alphabet moves on. Values that
 * have a place already keep it if it is free: a filter that leaves fewer of them changes no colours.
 */
export function slotsOf(
  values: readonly string[],
  size: number,
  known: Map<string, number> = new Map(),
): Map<string, number> {
  const slots = new Map<string, number>();
  const taken = new Set<number>();
  const give = (value: string, slot: number) => {
    taken.add(slot);
    slots.set(value, slot);
  };
  const sorted = [...new Set(values)].sort();
  for (const value of sorted) {
    const slot = known.get(value);
    if (slot !== undefined && slot < size && !taken.has(slot)) give(value, slot);
  }
  for (const value of sorted.filter((each) => !slots.has(each))) {
    if (taken.size === size) taken.clear();
    // The last two colours are only for charts that have run out of the others.
    const most = taken.size < size - 2 ? size - 2 : size;
    give(value, placeFrom(hashOf(value) % (size - 2), most, taken));
    known.set(value, slots.get(value)!);
  }
  return slots;
}

// As long as a page is open, a value keeps the colour in which it was first seen.
const seen = new Map<string, number>();
const mostSeen = 10_000;

/** What has a colour: a value of a dimension, the rest of them, or nothing. */
export type Coloured = { value: unknown; isRest: boolean };

/** The colours of these values. */
export function coloursOf(items: readonly Coloured[], look: Look): string[] {
  const { rest, empty } = inkOf(look);
  const named = items.filter(({ value, isRest }) => !isRest && value !== null && value !== undefined);
  if (seen.size > mostSeen) seen.clear();
  const slots = slotsOf(
    named.map(({ value }) => textOf(value)),
    categorical[look.theme].length,
    seen,
  );
  return items.map(({ value, isRest }) => {
    if (isRest) return rest;
    if (value === null || value === undefined) return empty;
    return categorical[look.theme][slots.get(textOf(value))!]!;
  });
}

/** The colours of measures, which have an order of their own. */
export const colourAt = (index: number, look: Look): string =>
  categorical[look.theme][index % categorical[look.theme].length]!;
