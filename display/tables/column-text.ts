import { type MeasurePart, measureParts } from '#domain/query/query.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatCell, styleOf } from '#display/format/cell.ts';
import { formatPoints } from '#display/format/change.ts';
import { formatIn, unitFor } from '#display/format/unit.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import { boundsOf } from './column-bounds.ts';

/** Text of a cell; `title` is the full value, computed on demand. */
export type CellText = { text: string; title?: () => string; tone?: 'nothing' | 'good' | 'bad' };

/** Formats the values of one column. */
export type TextWriter = (value: unknown) => CellText;

type TextWriterOptions = {
  look: Look;
  isExact: boolean;
  /** Columns that share its unit, so that compared values are written alike. */
  sameUnitColumns?: unknown[][];
};

const isChange = (part: MeasurePart) => part === 'difference' || part === 'percent';
export const isNumeric = (field: Field): boolean =>
  (field.type === 'integer' || field.type === 'number') &&
  !(field.role === 'dimension' && (field.datePart ?? field.labels));

/** All numbers of a column share one unit, unless `isExact`. */
export function textWriter(
  field: Field,
  values: unknown[],
  { look, isExact, sameUnitColumns = [values] }: TextWriterOptions,
): TextWriter {
  const plain: TextWriter = (value) => clippedText(formatCell(value, field, look));
  if (field.role !== 'measure' || !isNumeric(field)) return plain;
  const unit = unitFor(sameUnitColumns.flatMap(unitSampleOf), styleOf(field), look);
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

/** Tone of an increase or decrease, by preference. */
export const toneOf = (amount: number, { rising }: Look): 'good' | 'bad' =>
  amount > 0 === (rising === 'green') ? 'good' : 'bad';

const maxLength = { text: 300, title: 2000 };

function clippedText(text: string): CellText {
  if (text.length <= 12) return { text };
  return { text: text.slice(0, maxLength.text), title: () => text.slice(0, maxLength.title) };
}

const sample = 1000;

/**
 * The numbers that decide the unit: the bounds and the first values. Checking a million values would take too long.
 */
function unitSampleOf(values: unknown[]): (number | null)[] {
  const bounds = boundsOf(values);
  return [...values.slice(0, sample).map(amountOf), ...(bounds ? [bounds.min, bounds.max] : [])];
}

// Where only a few columns fit, changes come before the compared value.
const changesFirst: readonly MeasurePart[] = ['value', 'difference', 'percent', 'base'];

/** Column order: parts of a measure side by side, in the order of the measures, pinned fields first. */
export function arrangeColumns(
  fields: Field[],
  pinned: string[],
  isNarrow = false,
): { order: number[]; pinned: number } {
  const firstOf = (index: number) => {
    const field = fields[index]!;
    if (field.role === 'dimension') return index;
    return fields.findIndex((each) => each.role === 'measure' && each.measure === field.measure);
  };
  const partOf = (index: number) => {
    const field = fields[index]!;
    return field.role === 'measure' ? (isNarrow ? changesFirst : measureParts).indexOf(field.part) : 0;
  };
  const all = fields.map((_, index) => index).sort((a, b) => firstOf(a) - firstOf(b) || partOf(a) - partOf(b));
  const isPinned = (index: number) => pinned.includes(fields[index]!.name);
  const [fixed, free] = [all.filter(isPinned), all.filter((index) => !isPinned(index))];
  return { order: [...fixed, ...free], pinned: fixed.length };
}

/** The grand total for each field; null if it was not queried. */
export function grandTotalsOf({ fields, values, totals }: Frame): unknown[] | null {
  const total = totals.find(({ dimensions }) => dimensions.length === 0);
  // A total below a single row is redundant.
  if (!total || (values[0]?.length ?? 0) < 2) return null;
  return fields.map(({ name }) => {
    const fieldIndex = total.fields.findIndex((field) => field.name === name);
    return fieldIndex < 0 ? undefined : total.values[fieldIndex]?.[0];
  });
}

/** Columns that share a unit with a field: its value and compared value. A percentage has its own. */
export function sameUnitColumnsOf(field: Field, fields: Field[], values: unknown[][]): unknown[][] {
  const sharesUnit = (other: Field) =>
    other === field ||
    (field.role === 'measure' &&
      other.role === 'measure' &&
      field.part !== 'percent' &&
      other.measure === field.measure &&
      (other.part === 'value' || other.part === 'base'));
  return values.filter((_, index) => sharesUnit(fields[index]!));
}
