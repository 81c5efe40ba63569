import { anchorSpan, endOfCell } from '#domain/time/anchor.ts';
import { currentPathOf } from '#domain/dashboard/queries.ts';
import { columnsOf, currentTimeOf, currentValueOf } from '#domain/dashboard/filters.ts';
import {
  type Control,
  type ControlValue,
  type PointValue,
  type ChartPoint,
  findCard,
} from '#domain/dashboard/dashboard.ts';
import type { Dimension, Scalar, Span } from '#domain/query/query.ts';
import { formatDatePart } from '#display/format/date-part.ts';
import { formatNumber } from '#display/format/number.ts';
import { formatStep } from '#display/format/step.ts';
import { baseLabel } from '#display/words/compare-labels.ts';
import { type ColumnValueKind, valueKindOf, valueLabel } from '#display/words/filter.ts';
import { titleOf } from '#display/words/sentence.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { columnLabel, type QuerySubject, textOf, capitalize, emptySubject } from '#display/words/subject.ts';
import type { PrintJob } from './job.ts';
import { printWords } from './words.ts';

/** One applied setting as text. */
export type AppliedSetting = { kind: 'time' | 'compare' | 'control' | 'pick' | 'steps'; name: string; value: string };

const maxTexts = 50;

function joinTexts(texts: string[], { look }: PrintJob): string {
  const visibleText = texts.slice(0, maxTexts).join(look.language === 'zh_CN' ? '、' : ', ');
  return texts.length > maxTexts ? `${visibleText} +${texts.length - maxTexts}` : visibleText;
}

/** The time range, the comparison, all controls, picks and drill steps. */
export function settingsOf(job: PrintJob): AppliedSetting[] {
  const { dashboard, state } = job;
  return [
    ...timeSettings(job),
    ...dashboard.controls.map((control) => controlSetting(job, control)),
    ...state.picks.flatMap(({ card, points }) => pickSetting(job, card, points)),
    ...Object.entries(state.drills).flatMap(([card, values]) => stepsSetting(job, card, values)),
  ];
}

/** The span with its end date, if it is anchored to the newest row of the first dataset that has one. */
function datedSpan({ dashboard, newest, look }: PrintJob, span: Span): Span {
  const [cell] = dashboard.time.targets.flatMap(({ dataset }) => newest[dataset] ?? []);
  return cell === undefined ? span : anchorSpan(span, endOfCell(cell, null, look.zone));
}

function timeSettings(job: PrintJob): AppliedSetting[] {
  const { dashboard, state, look, madeAt } = job;
  const { language } = look;
  const words = printWords[language];
  if (dashboard.time.targets.length === 0) return [];
  const { span: requestedSpan, compare } = currentTimeOf(dashboard, state);
  const span = requestedSpan && datedSpan(job, requestedSpan);
  const timeText = capitalize(span ? spanLabel(span, language, look.zone) : allTime[language]);
  const time: AppliedSetting = { kind: 'time', name: words.time, value: `${timeText} (${look.zone})` };
  if (compare.kind === 'none' || !span) return [time];
  const exact = baseLabel({ span, compare }, { now: Date.parse(madeAt), zone: look.zone }, language);
  const against = capitalize(compareLabel(compare, language));
  return [time, { kind: 'compare', name: words.compare, value: exact ? `${against} · ${exact}` : against }];
}

function controlSetting(job: PrintJob, control: Control): AppliedSetting {
  const { language } = job.look;
  const [target] = columnsOf(control.targets);
  const subject = (target && job.subjects[target.dataset]) ?? emptySubject;
  const name = textOf(control.label, language) || (target ? columnLabel(subject, target.column, language) : control.id);
  const kind = target ? valueKindOf(subject, target.column) : {};
  const value = controlValueText(job, currentValueOf(control, job.state), kind);
  return { kind: 'control', name, value: value || capitalize(printWords[language].all) };
}

function controlValueText(job: PrintJob, value: ControlValue, kind: ColumnValueKind): string {
  const { language } = job.look;
  if (value.kind === 'text') return value.value;
  if (value.kind === 'select')
    return joinTexts(
      value.values.map((each) => valueLabel(each, kind, job.look)),
      job,
    );
  const [from, to] = [value.from, value.to].map((bound) => (bound === null ? '' : formatNumber(bound, language, 10)));
  if (from && to) return `${from} – ${to}`;
  return from ? `≥ ${from}` : to ? `≤ ${to}` : '';
}

type CardWords = { name: string; subject: QuerySubject; dimensions: Dimension[] };

/** The title of a card and the dimensions of its query. */
function cardWordsOf({ dashboard, subjects, look }: PrintJob, id: string): CardWords | undefined {
  const card = findCard(dashboard, id);
  if (card?.kind !== 'chart' || card.chart.ask.kind !== 'query') return undefined;
  const { ask: spec } = card.chart;
  const subject = subjects[spec.dataset] ?? emptySubject;
  const name = textOf(card.title, look.language) || titleOf(subject, spec, look.language);
  return { name, subject, dimensions: spec.dimensions };
}

function scalarText(
  { look }: PrintJob,
  value: Scalar,
  dimension: Dimension | undefined,
  subject: QuerySubject,
): string {
  if (value !== null && dimension?.kind === 'time') return formatStep(value, dimension.grain, look);
  if (value !== null && dimension?.kind === 'date_part') return formatDatePart(value, dimension.part, look.language);
  return valueLabel(value, dimension ? valueKindOf(subject, dimension.column) : {}, look);
}

function pickSetting(job: PrintJob, card: string, points: ChartPoint[]): AppliedSetting[] {
  const cardWords = cardWordsOf(job, card);
  if (!cardWords) return [];
  const { name, subject, dimensions } = cardWords;
  const markText = (mark: PointValue, dimension: Dimension | undefined) =>
    mark === null || typeof mark !== 'object'
      ? scalarText(job, mark, dimension, subject)
      : `${scalarText(job, mark.from, dimension, subject)} – ${scalarText(job, mark.to, dimension, subject)}`;
  const texts = points.map((point) =>
    Object.entries(point)
      .map(([id, mark]) =>
        markText(
          mark,
          dimensions.find((each) => each.id === id),
        ),
      )
      .join(' · '),
  );
  return [{ kind: 'pick', name, value: joinTexts(texts, job) }];
}

function stepsSetting(job: PrintJob, id: string, values: Scalar[]): AppliedSetting[] {
  const card = findCard(job.dashboard, id);
  const cardWords = cardWordsOf(job, id);
  if (!cardWords || card?.kind !== 'chart' || values.length === 0) return [];
  const { name, subject, dimensions } = cardWords;
  const steps = [
    dimensions[0],
    ...currentPathOf(job.dashboard, card, job.state).map((step): Dimension => ({ ...step, id })),
  ];
  const texts = values.map((value, depth) => scalarText(job, value, steps[depth], subject));
  return [{ kind: 'steps', name, value: texts.join(' › ') }];
}
