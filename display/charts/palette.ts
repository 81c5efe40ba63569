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

/** Which colour each value has, by its place in the palette. */
export type Slots = Map<string, number>;

/**
 * The place in the palette of each value. New values take the colours in the order of the palette, first those that no
 * value of this dimension has; the last two colours are for charts that run out of the others. Values that have a place
 * keep it, so that a filter that leaves fewer of them changes no colours.
 */
export function slotsOf(values: readonly string[], size: number, assigned: Slots = new Map()): Slots {
  const slots: Slots = new Map();
  const used = new Set<number>();
  const assign = (value: string, slot: number) => {
    used.add(slot);
    slots.set(value, slot);
  };
  // In the order of the alphabet, not of their amounts: tomorrow's order is the same.
  const sorted = [...new Set(values)].sort();
  for (const value of sorted) {
    const slot = assigned.get(value);
    if (slot !== undefined && slot < size && !used.has(slot)) assign(value, slot);
  }
  const order = Array.from({ length: size }, (_, slot) => slot);
  const elsewhere = new Set(assigned.values());
  for (const value of sorted.filter((each) => !slots.has(each))) {
    if (used.size === size) used.clear();
    const free = order.filter((slot) => !used.has(slot));
    const slot = free.find((each) => each < size - 2 && !elsewhere.has(each)) ?? free[0]!;
    assign(value, slot);
    elsewhere.add(slot);
    if (!assigned.has(value)) assigned.set(value, slot);
  }
  return slots;
}

// While a page is open, a value of a dimension keeps the colour in which it was first shown.
const assignedSlots = new Map<string, Slots>();
const maxDimensions = 500;
const maxValues = 10_000;

function assignedOf(dimension: string): Slots {
  if (assignedSlots.size > maxDimensions) assignedSlots.clear();
  const slots = assignedSlots.get(dimension);
  if (slots && slots.size <= maxValues) return slots;
  const empty: Slots = new Map();
  assignedSlots.set(dimension, empty);
  return empty;
}

/** What has a colour: a value of a dimension, the rest of them, or nothing. */
export type Coloured = { value: unknown; isRest: boolean };

/** The colours of these values of a dimension, which is told apart from others by its label. */
export function coloursOf(items: readonly Coloured[], look: Look, dimension: string): string[] {
  const { rest, empty } = inkOf(look);
  const named = items.filter(({ value, isRest }) => !isRest && value !== null && value !== undefined);
  const slots = slotsOf(
    named.map(({ value }) => textOf(value)),
    categorical[look.theme].length,
    assignedOf(dimension),
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
