import type { ControlValue, Mark, Point } from '#contract/dashboard.ts';
import type { Language } from '#contract/language.ts';
import type { ColumnType, Dimension, Scalar } from '#contract/query.ts';
import { formatDatePart } from '#display/format/date-part.ts';
import { formatNumber } from '#display/format/number.ts';
import { formatStep } from '#display/format/step.ts';
import type { Look } from '#display/frame.ts';
import { type Reader, valueLabel } from '#display/words/filter.ts';
import { findColumn, type Subject } from '#display/words/subject.ts';

const few = 2;

/** A few of many: "Guangdong, Jiangsu +3". */
function fewOf(texts: string[], language: Language): string {
  const shown = texts.slice(0, few).join(language === 'en_US' ? ', ' : '、');
  return texts.length > few ? `${shown} +${texts.length - few}` : shown;
}

export const valuesWords = (values: Scalar[], type: ColumnType | undefined, reader: Reader): string =>
  fewOf(
    values.map((value) => valueLabel(value, type, reader)),
    reader.language,
  );

function rangeWords({ from, to }: Extract<ControlValue, { kind: 'range' }>, language: Language): string {
  const [low, high] = [from, to].map((bound) => (bound === null ? '' : formatNumber(bound, language, 10)));
  if (low && high) return `${low} – ${high}`;
  return low ? `≥ ${low}` : high ? `≤ ${high}` : '';
}

/** What a control lets pass; nothing if that is everything. */
export function controlWords(value: ControlValue, type: ColumnType | undefined, reader: Reader): string {
  if (value.kind === 'select') return valuesWords(value.values, type, reader);
  return value.kind === 'range' ? rangeWords(value, reader.language) : value.value;
}

type Speaker = { subject: Subject; look: Look };

/** A value as its dimension has it: a step of time by its length. */
export function stepWords(value: Scalar, dimension: Dimension | undefined, { subject, look }: Speaker): string {
  if (value !== null && dimension?.kind === 'time') return formatStep(value, dimension.grain, look);
  if (value !== null && dimension?.kind === 'date_part') return formatDatePart(value, dimension.part, look.language);
  return valueLabel(value, dimension && findColumn(subject, dimension.column)?.type, look);
}

type Spoken = Speaker & { dimensions: Dimension[] };

function markWords(mark: Mark, dimension: Dimension | undefined, speaker: Speaker): string {
  if (mark === null || typeof mark !== 'object') return stepWords(mark, dimension, speaker);
  return `${stepWords(mark.from, dimension, speaker)} – ${stepWords(mark.to, dimension, speaker)}`;
}

/** What was picked on a chart, in words. */
export function pointsWords(points: Point[], spoken: Spoken): string {
  const texts = points.map((point) =>
    Object.entries(point)
      .map(([id, mark]) =>
        markWords(
          mark,
          spoken.dimensions.find((each) => each.id === id),
          spoken,
        ),
      )
      .join(' · '),
  );
  return fewOf(texts, spoken.look.language);
}

/** The values from which someone went down, each as the dimension there has it. */
export const stepsWords = (steps: Scalar[], { dimensions, ...speaker }: Spoken): string =>
  steps.map((step, depth) => stepWords(step, dimensions[depth], speaker)).join(' › ');
