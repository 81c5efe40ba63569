import type { ChartOptions, NumberStyle } from '#domain/query/chart.ts';
import type { Field, Frame } from '#display/frame.ts';
import { oneLine } from './text-width.ts';

type FrameDimension = Extract<Field, { role: 'dimension' }>;
type FrameMeasure = Extract<Field, { role: 'measure' }>;

/** A dimension with its values. */
export type DimensionColumn = { field: FrameDimension; values: unknown[] };

/** A measure with its values and, if compared, those of the compared period. */
export type MeasureColumn = {
  field: FrameMeasure;
  style: NumberStyle;
  values: unknown[];
  base: unknown[] | null;
  baseLabel: string;
  difference: unknown[] | null;
  percent: unknown[] | null;
};

// Labels are user input and may contain line breaks.
const withCleanLabel = <Kind extends Field>(field: Kind): Kind => ({ ...field, label: oneLine(field.label) });
const isDimension = (field: Field): field is FrameDimension => field.role === 'dimension';
export const isTimeField = ({ type }: Field): boolean => type === 'date' || type === 'time';
export const isNumberField = ({ type }: Field): boolean => type === 'integer' || type === 'number';

export function dimensionsOf(frame: Frame): DimensionColumn[] {
  return frame.fields.flatMap((field, index) =>
    isDimension(field) ? [{ field: withCleanLabel(field), values: frame.values[index] ?? [] }] : [],
  );
}

/** Combined label of several dimensions, used as the colour key. */
export const colourKeyOf = (dimensions: DimensionColumn[]): string =>
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
        field: withCleanLabel(field),
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

/** The grand total as a separate frame; null if it was not queried. */
export function grandTotalFrameOf(frame: Frame): Frame | null {
  const total = frame.totals.find(({ dimensions }) => dimensions.length === 0);
  if (!total || (total.values[0]?.length ?? 0) === 0) return null;
  return { ...frame, fields: total.fields, values: total.values, rest: null };
}

export const rowCountOf = (frame: Frame): number => frame.values[0]?.length ?? 0;
export const isRest = (frame: Frame, row: number): boolean => frame.rest?.[row] === true;
