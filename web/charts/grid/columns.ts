import type { CSSProperties } from 'react';

import type { CellFormat } from '#contract/chart.ts';
import { type Part, parts } from '#contract/query.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatCell, styleOf } from '#display/format/cell.ts';
import { formatIn, unitFor } from '#display/format/unit.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import { boundsOf, paintOf } from './paint.ts';
import type { CellView } from './sheet.ts';

/** Writes the values of one column. */
export type Writer = (value: unknown) => CellView;

export type Writing = {
  look: Look;
  isExact: boolean;
  formats: CellFormat[];
  /** Columns that share its unit: what is compared is written alike. */
  kin?: unknown[][];
};

const nothing: CellView = { text: '-', tone: 'nothing' };
const isNothing = (value: unknown) => value === null || value === undefined || value === '';
const isChange = (part: Part) => part === 'difference' || part === 'percent';
export const isNumeric = ({ type }: Pick<Field, 'type'>): boolean => type === 'integer' || type === 'number';

/** All numbers of a column have one unit, unless exact ones are wanted. */
export function writerOf(field: Field, values: unknown[], writing: Writing): Writer {
  const { formats } = writing;
  const write = textWriter(field, values, writing);
  const own = formats.filter(({ column }) => column === field.name);
  const bounds = own.length > 0 ? boundsOf(values) : null;
  return (value) => {
    if (isNothing(value)) return nothing;
    const view = write(value);
    const amount = amountOf(value);
    const painted = bounds && amount !== null && own.map((format) => paintOf(format, amount, bounds));
    return painted ? { ...view, ...withPaint(painted) } : view;
  };
}

function withPaint(painted: (CSSProperties | null)[]): { style?: CSSProperties } {
  const style = painted.findLast((each) => each !== null);
  return style ? { style } : {};
}

function textWriter(field: Field, values: unknown[], { look, isExact, kin = [values] }: Writing): Writer {
  const plain: Writer = (value) => clipped(formatCell(value, field, look));
  if (field.role !== 'measure' || !isNumeric(field)) return plain;
  const unit = unitFor(kin.flatMap(telling), styleOf(field), look);
  const sign = (amount: number) => (isChange(field.part) && amount > 0 ? '+' : '');
  return (value) => {
    const amount = amountOf(value);
    if (amount === null) return plain(value);
    const exact = () => sign(amount) + formatCell(value, field, look);
    const view = isExact ? { text: exact() } : { text: sign(amount) + formatIn(unit, amount), title: exact };
    return isChange(field.part) && amount !== 0 ? { ...view, tone: toneOf(amount, look) } : view;
  };
}

/** More is green in one place and red in another. */
export const toneOf = (amount: number, { rising }: Look): 'good' | 'bad' =>
  amount > 0 === (rising === 'green') ? 'good' : 'bad';

const longest = { text: 300, title: 2000 };

function clipped(text: string): CellView {
  if (text.length <= 12) return { text };
  return { text: text.slice(0, longest.text), title: () => text.slice(0, longest.title) };
}

const sample = 1000;

/** The numbers that decide on a unit: the extremes and the first ones. Digits of a million would take too long. */
function telling(values: unknown[]): (number | null)[] {
  const bounds = boundsOf(values);
  return [...values.slice(0, sample).map(amountOf), ...(bounds ? [bounds.least, bounds.most] : [])];
}

// Where only a few columns are in sight, a change tells more than what it is a change from.
const changesFirst: readonly Part[] = ['value', 'difference', 'percent', 'base'];

/** Parts of the same measure lie together, in the order in which the measures came; pinned fields come first. */
export function arrange(fields: Field[], pinned: string[], isNarrow = false): { order: number[]; pinned: number } {
  const firstOf = (index: number) => {
    const field = fields[index]!;
    if (field.role === 'dimension') return index;
    return fields.findIndex((each) => each.role === 'measure' && each.measure === field.measure);
  };
  const partOf = (index: number) => {
    const field = fields[index]!;
    return field.role === 'measure' ? (isNarrow ? changesFirst : parts).indexOf(field.part) : 0;
  };
  const all = fields.map((_, index) => index).sort((a, b) => firstOf(a) - firstOf(b) || partOf(a) - partOf(b));
  const isPinned = (index: number) => pinned.includes(fields[index]!.name);
  const [fixed, free] = [all.filter(isPinned), all.filter((index) => !isPinned(index))];
  return { order: [...fixed, ...free], pinned: fixed.length };
}

/** Runs of neighbours that show parts of one measure; everything else is alone. */
export function groupsOf(fields: Field[], pinned: number): { from: number; count: number; measure: string | null }[] {
  const groups: { from: number; count: number; measure: string | null }[] = [];
  for (const [index, field] of fields.entries()) {
    const measure = field.role === 'measure' ? field.measure : null;
    const last = groups.at(-1);
    if (last && measure !== null && last.measure === measure && index !== pinned) last.count += 1;
    else groups.push({ from: index, count: 1, measure });
  }
  return groups;
}

/** The value of everything for each field; null if it was not asked for. */
export function grandTotalsOf({ fields, values, totals }: Frame): unknown[] | null {
  const total = totals.find(({ dimensions }) => dimensions.length === 0);
  // A sum below a single row says nothing new.
  if (!total || (values[0]?.length ?? 0) < 2) return null;
  return fields.map(({ name }) => {
    const place = total.fields.findIndex((field) => field.name === name);
    return place < 0 ? undefined : total.values[place]?.[0];
  });
}

/** The values of what a field is compared with, and its own; a percentage is by itself. */
export function kinOf(field: Field, fields: Field[], values: unknown[][]): unknown[][] {
  const isAlike = (other: Field) =>
    other === field ||
    (field.role === 'measure' &&
      other.role === 'measure' &&
      field.part !== 'percent' &&
      other.measure === field.measure &&
      (other.part === 'value' || other.part === 'base'));
  return values.filter((_, index) => isAlike(fields[index]!));
}
