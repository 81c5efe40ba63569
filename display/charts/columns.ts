import type { ChartOptions, NumberStyle } from '#contract/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Field, Frame } from '#display/frame.ts';
import { oneLine } from './lettering.ts';

export type DimensionField = Extract<Field, { role: 'dimension' }>;
export type MeasureField = Extract<Field, { role: 'measure' }>;

/** A column that rows are grouped by. */
export type DimensionColumn = { field: DimensionField; values: unknown[] };

/** A measure and, where there is something to compare with, the measure then. */
export type MeasureColumn = {
  field: MeasureField;
  style: NumberStyle;
  values: unknown[];
  base: unknown[] | null;
  baseLabel: string;
  difference: unknown[] | null;
  percent: unknown[] | null;
};

// Labels are written by people, too.
const clean = <Kind extends Field>(field: Kind): Kind => ({ ...field, label: oneLine(field.label) });
const isDimension = (field: Field): field is DimensionField => field.role === 'dimension';
export const isTimeField = ({ type }: Field): boolean => type === 'date' || type === 'time';
export const isNumberField = ({ type }: Field): boolean => type === 'integer' || type === 'number';

export function dimensionsOf(frame: Frame): DimensionColumn[] {
  return frame.fields.flatMap((field, index) =>
    isDimension(field) ? [{ field: clean(field), values: frame.values[index] ?? [] }] : [],
  );
}

/** Dimensions by which rows are coloured together, as one. */
export const colouredBy = (dimensions: DimensionColumn[]): string =>
  dimensions.map(({ field }) => field.label).join(' · ');

export function measuresOf(frame: Frame, options?: Pick<ChartOptions, 'numbers'>): MeasureColumn[] {
  const valuesOf = (measure: string, part: string) => {
    const index = frame.fields.findIndex(
      (each) => each.role === 'measure' && each.measure === measure && each.part === part,
    );
    return index < 0 ? null : (frame.values[index] ?? null);
  };
  return frame.fields.flatMap((field, index) => {
    if (field.role !== 'measure' || field.part !== 'value') return [];
    const { measure } = field;
    return [
      {
        field: clean(field),
        style: options?.numbers[measure] ?? field.style,
        values: frame.values[index] ?? [],
        base: valuesOf(measure, 'base'),
        baseLabel:
          frame.fields.find((each) => each.role === 'measure' && each.measure === measure && each.part === 'base')
            ?.label ?? '',
        difference: valuesOf(measure, 'difference'),
        percent: valuesOf(measure, 'percent'),
      },
    ];
  });
}

/** The answer without its dimensions, if that was asked for too. */
export function wholeOf(frame: Frame): Frame | null {
  const total = frame.totals.find(({ dimensions }) => dimensions.length === 0);
  if (!total || (total.values[0]?.length ?? 0) === 0) return null;
  return { ...frame, fields: total.fields, values: total.values, rest: null };
}

export const rowCountOf = (frame: Frame): number => frame.values[0]?.length ?? 0;
export const amountsOf = (values: unknown[]): (number | null)[] => values.map(amountOf);
export const isRest = (frame: Frame, row: number): boolean => frame.rest?.[row] === true;
