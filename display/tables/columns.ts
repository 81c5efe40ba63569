import { type Part, parts } from '#contract/query.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatCell, styleOf } from '#display/format/cell.ts';
import { formatPoints } from '#display/format/change.ts';
import { formatIn, unitFor } from '#display/format/unit.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import { boundsOf } from './bounds.ts';

/** What a cell says; `title` is all of it, told when someone asks. */
export type CellText = { text: string; title?: () => string; tone?: 'nothing' | 'good' | 'bad' };

/** Writes the values of one column. */
export type TextWriter = (value: unknown) => CellText;

type Writing = {
  look: Look;
  isExact: boolean;
  /** Columns that share its unit: what is compared is written alike. */
  kin?: unknown[][];
};

const isChange = (part: Part) => part === 'difference' || part === 'percent';
export const isNumeric = (field: Field): boolean =>
  (field.type === 'integer' || field.type === 'number') && !(field.role === 'dimension' && field.datePart);

/** All numbers of a column have one unit, unless exact ones are wanted. */
export function textWriter(field: Field, values: unknown[], { look, isExact, kin = [values] }: Writing): TextWriter {
  const plain: TextWriter = (value) => clipped(formatCell(value, field, look));
  if (field.role !== 'measure' || !isNumeric(field)) return plain;
  const unit = unitFor(kin.flatMap(telling), styleOf(field), look);
  const sign = (amount: number) => (isChange(field.part) && amount > 0 ? '+' : '');
  return (value) => {
    const amount = amountOf(value);
    if (amount === null) return plain(value);
    if (field.part === 'difference' && field.style.format === 'percent') {
      const points = { text: formatPoints(amount, look) };
      return amount === 0 ? points : { ...points, tone: toneOf(amount, look) };
    }
    const exact = () => sign(amount) + formatCell(value, field, look);
    const view = isExact ? { text: exact() } : { text: sign(amount) + formatIn(unit, amount), title: exact };
    return isChange(field.part) && amount !== 0 ? { ...view, tone: toneOf(amount, look) } : view;
  };
}

/** More is green in one place and red in another. */
export const toneOf = (amount: number, { rising }: Look): 'good' | 'bad' =>
  amount > 0 === (rising === 'green') ? 'good' : 'bad';

const longest = { text: 300, title: 2000 };

function clipped(text: string): CellText {
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
