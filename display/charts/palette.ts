import { exactText } from '#display/format/text.ts';
import type { Look } from '#display/frame.ts';
import { inkOf } from './ink.ts';

/**
 * Categorical colours, the same hues in both themes: blue, orange, teal, plum, ochre, violet, green, red, sky, brown.
 * Found by search: they maximise the minimum distance of any two, with colour blindness too, at a contrast of 3 to
 * the surface.
 */
export const categorical: Record<Look['theme'], readonly string[]> = {
  light: ['#3850c0', '#d47e22', '#338b6f', '#9c3583', '#956e08', '#7f6cd5', '#2c5b00', '#b40d42', '#4e9ac9', '#4e3118'],
  dark: ['#638ffe', '#f29e57', '#43cac2', '#bb5897', '#fad253', '#7c57d7', '#519718', '#e26e7c', '#9dd9fb', '#866250'],
};

/** Low to high. */
export const sequential: Record<Look['theme'], readonly string[]> = {
  light: ['#e4e9fb', '#b9c6f5', '#8a9feb', '#5d78dc', '#3850c0', '#24378f'],
  dark: ['#1f2a4d', '#2b3f7d', '#3b58ae', '#4f75dc', '#7fa3ff', '#c2d3ff'],
};

/** Negative through zero to positive. */
export const diverging: Record<Look['theme'], readonly string[]> = {
  light: ['#b35806', '#e8a35c', '#f6dfc4', '#eef0f4', '#c5d0f6', '#7c92e6', '#3850c0'],
  dark: ['#f29e57', '#b3703a', '#5f4531', '#2c3444', '#334a80', '#4a6cc4', '#8fb0ff'],
};

/** Palette index by value. */
export type PaletteSlots = Map<string, number>;

/**
 * Assigns a palette index to each value. New values take the first colours that no value of the dimension has; the
 * last two colours are reserved for charts that run out of the others. Assigned values keep their colour, so a filter
 * that removes values changes no colours.
 */
export function slotsOf(values: readonly string[], size: number, assigned: PaletteSlots = new Map()): PaletteSlots {
  const slots: PaletteSlots = new Map();
  const used = new Set<number>();
  const assign = (value: string, slot: number) => {
    used.add(slot);
    slots.set(value, slot);
  };
  // Alphabetical, not by amount, so that the order is stable.
  const sorted = [...new Set(values)].sort();
  for (const value of sorted) {
    const slot = assigned.get(value);
    if (slot !== undefined && slot < size && !used.has(slot)) assign(value, slot);
  }
  const order = Array.from({ length: size }, (_, slot) => slot);
  const taken = new Set(assigned.values());
  for (const value of sorted.filter((each) => !slots.has(each))) {
    if (used.size === size) used.clear();
    const free = order.filter((slot) => !used.has(slot));
    const slot = free.find((each) => each < size - 2 && !taken.has(each)) ?? free[0]!;
    assign(value, slot);
    taken.add(slot);
    if (!assigned.has(value)) assigned.set(value, slot);
  }
  return slots;
}

// While the page is open, a value of a dimension keeps its first colour.
const assignedSlots = new Map<string, PaletteSlots>();
const maxDimensions = 500;
const maxValues = 10_000;

function assignedOf(dimension: string): PaletteSlots {
  if (assignedSlots.size > maxDimensions) assignedSlots.clear();
  const slots = assignedSlots.get(dimension);
  if (slots && slots.size <= maxValues) return slots;
  const empty: PaletteSlots = new Map();
  assignedSlots.set(dimension, empty);
  return empty;
}

/** Something that gets a colour: a value of a dimension, the rest, or an empty value. */
export type ColouredItem = { value: unknown; isRest: boolean };

/** The colours of values of a dimension, which is identified by its label. */
export function coloursOf(items: readonly ColouredItem[], look: Look, dimension: string): string[] {
  const { rest, empty } = inkOf(look);
  const named = items.filter(({ value, isRest }) => !isRest && value !== null && value !== undefined);
  const slots = slotsOf(
    named.map(({ value }) => exactText(value)),
    categorical[look.theme].length,
    assignedOf(dimension),
  );
  return items.map(({ value, isRest }) => {
    if (isRest) return rest;
    if (value === null || value === undefined) return empty;
    return categorical[look.theme][slots.get(exactText(value))!]!;
  });
}

/** Colours of measures, by their order. */
export const colourAt = (index: number, look: Look): string =>
  categorical[look.theme][index % categorical[look.theme].length]!;
