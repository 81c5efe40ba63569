import type { CSSProperties } from 'react';

import type { CellFormat } from '#contract/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Field, Look } from '#display/frame.ts';
import { boundsOf } from '#display/tables/bounds.ts';
import { textWriter } from '#display/tables/columns.ts';
import { upright } from '#display/words/subject.ts';
import { paintOf } from './paint.ts';
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

/** Of a measure with several parts, the value goes by the measure's own name and the others by what they tell of it. */
export function headOf(field: Field, fields: Field[]): string {
  if (field.role === 'dimension' || field.part === 'value') return field.label;
  const parts = fields.filter((each) => each.role === 'measure' && each.measure === field.measure);
  const whole = parts.find((each) => each.role === 'measure' && each.part === 'value')?.label ?? '';
  return field.label.startsWith(`${whole} · `) ? upright(field.label.slice(whole.length + 3)) : field.label;
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
