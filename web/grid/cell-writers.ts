import type { CSSProperties } from 'react';

import type { CellFormat } from '#domain/query/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Field, Look } from '#display/frame.ts';
import { boundsOf } from '#display/tables/column-bounds.ts';
import { textWriter } from '#display/tables/column-text.ts';
import { capitalize } from '#display/words/subject.ts';
import { paintOf } from './paint.ts';
import type { CellView } from './sheet.ts';

/** Formats the values of one column. */
export type CellWriter = (value: unknown) => CellView;

export type CellWriterOptions = {
  look: Look;
  isExact: boolean;
  formats: CellFormat[];
  /** Columns that share its unit, so that compared values are written alike. */
  sameUnitColumns?: unknown[][];
};

const nothing: CellView = { text: '-', tone: 'nothing' };
const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/** All numbers of a column share one unit, unless `isExact`. */
export function writerOf(field: Field, values: unknown[], options: CellWriterOptions): CellWriter {
  const { formats } = options;
  const write = textWriter(field, values, options);
  const columnFormats = formats.filter(({ column }) => column === field.name);
  const bounds = columnFormats.length > 0 ? boundsOf(values) : null;
  return (value) => {
    if (isNothing(value)) return nothing;
    const view = write(value);
    const amount = amountOf(value);
    const painted = bounds && amount !== null && columnFormats.map((format) => paintOf(format, amount, bounds));
    return painted ? { ...view, ...withPaint(painted) } : view;
  };
}

function withPaint(painted: (CSSProperties | null)[]): { style?: CSSProperties } {
  const style = painted.findLast((each) => each !== null);
  return style ? { style } : {};
}

/** Head label: a value has the name of its measure, other parts only their own name. */
export function headOf(field: Field, fields: Field[]): string {
  if (field.role === 'dimension' || field.part === 'value') return field.label;
  const parts = fields.filter((each) => each.role === 'measure' && each.measure === field.measure);
  const whole = parts.find((each) => each.role === 'measure' && each.part === 'value')?.label ?? '';
  return field.label.startsWith(`${whole} · `) ? capitalize(field.label.slice(whole.length + 3)) : field.label;
}

/** Runs of adjacent columns that belong to one measure; other columns are alone. */
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
