import { type NumberStyle, percentStyle, plainStyle } from '#domain/query/chart.ts';
import type { Field, Look } from '#display/frame.ts';
import { amountOf } from './amount.ts';
import { formatDatePart } from './date-part.ts';
import { formatExact } from './exact.ts';
import { formatNumber } from './number.ts';
import { labelKeyOf } from '#domain/query/value-labels.ts';
import { formatStep, formatStepCell } from './step.ts';
import { exactText } from './text.ts';

const yesNo = { zh_CN: { true: '是', false: '否' }, en_US: { true: 'Yes', false: 'No' } };
const noValue = { zh_CN: '空值', en_US: 'Empty' };
const isTime = ({ type }: Pick<Field, 'type'>) => type === 'time' || type === 'date';

/** Number style of a field; percent changes have their own. */
export function styleOf(field: Field): NumberStyle {
  if (field.role === 'dimension') return plainStyle;
  return field.part === 'percent' ? percentStyle : field.style;
}

// Dimension numbers may be years or codes, so they have no digit grouping; bins are amounts with a range.
function formatBin(value: number, width: number, look: Look): string {
  const clean = (amount: number) => formatNumber(Number(amount.toPrecision(12)), look.language);
  return `${clean(value)} – ${clean(value + width)}`;
}

/** The label of a value; undefined if it has none. */
export const labelIn = (field: Field, value: unknown): string | undefined =>
  field.role === 'dimension' ? field.labels?.get(labelKeyOf(value) ?? '') : undefined;

/** A dimension value as text; a dash if it is empty. */
export function formatDimension(value: unknown, field: Field, look: Look, length: 'full' | 'cell' = 'full'): string {
  if (value === null || value === undefined || value === '') return '-';
  const label = labelIn(field, value);
  if (label !== undefined) return label;
  if (field.role === 'dimension' && field.width !== null) {
    const amount = amountOf(value);
    if (amount !== null) return formatBin(amount, field.width, look);
  }
  if (field.role === 'dimension' && field.datePart) return formatDatePart(value, field.datePart.part, look.language);
  if (typeof value === 'boolean') return yesNo[look.language][`${value}`];
  if (isTime(field)) {
    const grain = field.role === 'dimension' ? field.grain : null;
    return length === 'full' ? formatStep(value, grain, look) : formatStepCell(value, grain, look);
  }
  return exactText(value);
}

/** Name of a group of rows: its value, or "Empty". */
export const formatGroup = (value: unknown, field: Field, look: Look, length: 'full' | 'cell' = 'full'): string =>
  value === null || value === undefined || value === ''
    ? noValue[look.language]
    : formatDimension(value, field, look, length);

/** Any cell in full. */
export const formatCell = (value: unknown, field: Field, look: Look): string =>
  field.role === 'measure' && amountOf(value) !== null
    ? formatExact(value, styleOf(field), look)
    : formatDimension(value, field, look, 'cell');
