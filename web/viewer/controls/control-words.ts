import type { ControlValue, PointValue, ChartPoint } from '#domain/dashboard/dashboard.ts';
import type { Language } from '#domain/language.ts';
import type { Dimension, Scalar } from '#domain/query/query.ts';
import { formatDatePart } from '#display/format/date-part.ts';
import { formatNumber } from '#display/format/number.ts';
import { formatStep } from '#display/format/step.ts';
import type { Look } from '#display/frame.ts';
import { type ReaderLocale, type ColumnValueKind, valueKindOf, valueLabel } from '#display/words/filter.ts';
import type { QuerySubject } from '#display/words/subject.ts';

const maxListed = 2;

/** Lists a few of many: "Guangdong, Jiangsu +3". */
function listFew(texts: string[], language: Language): string {
  const listed = texts.slice(0, maxListed).join(language === 'en_US' ? ', ' : '、');
  return texts.length > maxListed ? `${listed} +${texts.length - maxListed}` : listed;
}

const valuesWords = (values: Scalar[], kind: ColumnValueKind, reader: ReaderLocale): string =>
  listFew(
    values.map((value) => valueLabel(value, kind, reader)),
    reader.language,
  );

function rangeWords({ from, to }: Extract<ControlValue, { kind: 'range' }>, language: Language): string {
  const [low, high] = [from, to].map((bound) => (bound === null ? '' : formatNumber(bound, language, 10)));
  if (low && high) return `${low} – ${high}`;
  return low ? `≥ ${low}` : high ? `≤ ${high}` : '';
}

/** Describes the value of a control; empty if it filters nothing. */
export function controlWords(value: ControlValue, kind: ColumnValueKind, reader: ReaderLocale): string {
  if (value.kind === 'select') return valuesWords(value.values, kind, reader);
  return value.kind === 'range' ? rangeWords(value, reader.language) : value.value;
}

type ValueContext = { subject: QuerySubject; look: Look };

/** Formats a value by its dimension: a time step by its grain. */
export function stepWords(value: Scalar, dimension: Dimension | undefined, { subject, look }: ValueContext): string {
  if (value !== null && dimension?.kind === 'time') return formatStep(value, dimension.grain, look);
  if (value !== null && dimension?.kind === 'date_part') return formatDatePart(value, dimension.part, look.language);
  return valueLabel(value, dimension ? valueKindOf(subject, dimension.column) : {}, look);
}

type PointContext = ValueContext & { dimensions: Dimension[] };

function markWords(mark: PointValue, dimension: Dimension | undefined, context: ValueContext): string {
  if (mark === null || typeof mark !== 'object') return stepWords(mark, dimension, context);
  return `${stepWords(mark.from, dimension, context)} – ${stepWords(mark.to, dimension, context)}`;
}

/** Describes picked points. */
export function pointsWords(points: ChartPoint[], context: PointContext): string {
  const texts = points.map((point) =>
    Object.entries(point)
      .map(([id, mark]) =>
        markWords(
          mark,
          context.dimensions.find((each) => each.id === id),
          context,
        ),
      )
      .join(' · '),
  );
  return listFew(texts, context.look.language);
}

/** Describes a drill path, each value by its dimension. */
export const stepsWords = (steps: Scalar[], { dimensions, ...context }: PointContext): string =>
  steps.map((step, depth) => stepWords(step, dimensions[depth], context)).join(' › ');
