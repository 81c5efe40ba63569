import { anchorSpan, endOfCell } from '#contract/anchor.ts';
import { pathNow } from '#contract/dashboard-asks.ts';
import { columnsOf, findCard, timeNow, valueNow } from '#contract/dashboard-filters.ts';
import type { Control, ControlValue, Mark, Point } from '#contract/dashboard.ts';
import type { ColumnType, Dimension, Scalar, Span } from '#contract/query.ts';
import { formatDatePart } from '#display/format/date-part.ts';
import { formatNumber } from '#display/format/number.ts';
import { formatStep } from '#display/format/step.ts';
import { baseLabel } from '#display/words/base.ts';
import { valueLabel } from '#display/words/filter.ts';
import { titleOf } from '#display/words/sentence.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { columnLabel, findColumn, type Subject, textOf, upright } from '#display/words/subject.ts';
import type { Job } from './job.ts';
import { printWords } from './words.ts';

/** One thing that is set, in words. */
export type Setting = { kind: 'time' | 'compare' | 'control' | 'pick' | 'steps'; name: string; value: string };

const nobody: Subject = { columns: [], metrics: [] };
const most = 50;

function listed(texts: string[], { look }: Job): string {
  const shown = texts.slice(0, most).join(look.language === 'zh_CN' ? '、' : ', ');
  return texts.length > most ? `${shown} +${texts.length - most}` : shown;
}

/** The time range, the comparison, every control, and what was picked. */
export function settingsOf(job: Job): Setting[] {
  const { dashboard, state } = job;
  return [
    ...timeSettings(job),
    ...dashboard.controls.map((control) => controlSetting(job, control)),
    ...state.picks.flatMap(({ card, points }) => pickSetting(job, card, points)),
    ...Object.entries(state.drills).flatMap(([card, values]) => stepsSetting(job, card, values)),
  ];
}

/** The span with the day up to which it goes, where that is the newest row of the first dataset that has one. */
function datedSpan({ dashboard, newest, look }: Job, span: Span): Span {
  const [cell] = dashboard.time.targets.flatMap(({ dataset }) => newest[dataset] ?? []);
  return cell === undefined ? span : anchorSpan(span, endOfCell(cell, null, look.zone));
}

function timeSettings(job: Job): Setting[] {
  const { dashboard, state, look, madeAt } = job;
  const { language } = look;
  const words = printWords[language];
  if (dashboard.time.targets.length === 0) return [];
  const { span: asked, compare } = timeNow(dashboard, state);
  const span = asked && datedSpan(job, asked);
  const when = upright(span ? spanLabel(span, language, look.zone) : allTime[language]);
  const time: Setting = { kind: 'time', name: words.time, value: `${when} (${look.zone})` };
  if (compare.kind === 'none' || !span) return [time];
  const exact = baseLabel({ span, compare }, { now: Date.parse(madeAt), zone: look.zone }, language);
  const against = upright(compareLabel(compare, language));
  return [time, { kind: 'compare', name: words.compare, value: exact ? `${against} · ${exact}` : against }];
}

function controlSetting(job: Job, control: Control): Setting {
  const { language } = job.look;
  const [target] = columnsOf(control.targets);
  const subject = (target && job.subjects[target.dataset]) ?? nobody;
  const name = textOf(control.label, language) || (target ? columnLabel(subject, target.column, language) : control.id);
  const type = target && findColumn(subject, target.column)?.type;
  const value = valueWords(job, valueNow(control, job.state), type);
  return { kind: 'control', name, value: value || upright(printWords[language].all) };
}

function valueWords(job: Job, value: ControlValue, type: ColumnType | undefined): string {
  const { language } = job.look;
  if (value.kind === 'text') return value.value;
  if (value.kind === 'select')
    return listed(
      value.values.map((each) => valueLabel(each, type, job.look)),
      job,
    );
  const [from, to] = [value.from, value.to].map((bound) => (bound === null ? '' : formatNumber(bound, language, 10)));
  if (from && to) return `${from} – ${to}`;
  return from ? `≥ ${from}` : to ? `≤ ${to}` : '';
}

type Spoken = { name: string; subject: Subject; dimensions: Dimension[] };

/** What a card is called and what its question is grouped by. */
function spokenOf({ dashboard, subjects, look }: Job, id: string): Spoken | undefined {
  const card = findCard(dashboard, id);
  if (card?.kind !== 'chart' || card.chart.ask.kind !== 'query') return undefined;
  const { ask } = card.chart;
  const subject = subjects[ask.dataset] ?? nobody;
  const name = textOf(card.title, look.language) || titleOf(subject, ask, look.language);
  return { name, subject, dimensions: ask.dimensions };
}

function scalarWords({ look }: Job, value: Scalar, dimension: Dimension | undefined, subject: Subject): string {
  if (value !== null && dimension?.kind === 'time') return formatStep(value, dimension.grain, look);
  if (value !== null && dimension?.kind === 'date_part') return formatDatePart(value, dimension.part, look.language);
  return valueLabel(value, dimension && findColumn(subject, dimension.column)?.type, look);
}

function pickSetting(job: Job, card: string, points: Point[]): Setting[] {
  const spoken = spokenOf(job, card);
  if (!spoken) return [];
  const { name, subject, dimensions } = spoken;
  const markWords = (mark: Mark, dimension: Dimension | undefined) =>
    mark === null || typeof mark !== 'object'
      ? scalarWords(job, mark, dimension, subject)
      : `${scalarWords(job, mark.from, dimension, subject)} – ${scalarWords(job, mark.to, dimension, subject)}`;
  const texts = points.map((point) =>
    Object.entries(point)
      .map(([id, mark]) =>
        markWords(
          mark,
          dimensions.find((each) => each.id === id),
        ),
      )
      .join(' · '),
  );
  return [{ kind: 'pick', name, value: listed(texts, job) }];
}

function stepsSetting(job: Job, id: string, values: Scalar[]): Setting[] {
  const card = findCard(job.dashboard, id);
  const spoken = spokenOf(job, id);
  if (!spoken || card?.kind !== 'chart' || values.length === 0) return [];
  const { name, subject, dimensions } = spoken;
  const steps = [dimensions[0], ...pathNow(job.dashboard, card, job.state).map((step): Dimension => ({ ...step, id }))];
  const texts = values.map((value, depth) => scalarWords(job, value, steps[depth], subject));
  return [{ kind: 'steps', name, value: texts.join(' › ') }];
}
