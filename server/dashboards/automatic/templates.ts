import type { Card, Control, Dashboard } from '#contract/dashboard.ts';
import type { Template } from '#contract/dashboards.ts';
import type { Dataset, Texts } from '#contract/datasets.ts';
import { joinHan, labelOf } from '#display/words/subject.ts';
import { type Amount, countOfRows } from './amounts.ts';
import { crossing, type Draft, figure, spread, split, table, trend, trendBy } from './cards.ts';
import { type Band, evenly, inBands, lay } from './lay.ts';
import { openingRange } from './time.ts';
import type { Traits } from './traits.ts';

const most = { figures: 4, controls: 4 };

/** What each template shows of a dataset, in bands from top to bottom. */
const bandsOf: Record<Template, (traits: Traits) => Band[]> = {
  overview,
  trends: (traits) => {
    if (!hasCourse(traits)) return overview(traits);
    const [amount] = traits.amounts;
    const courses = traits.amounts.slice(0, 6).map((each) => trend(traits, each));
    const parts = traits.groups.slice(0, 4).map((group) => trendBy(traits, amount!, group));
    return [figuresOf(traits), ...inBands(courses, 2, 7), ...inBands(parts, 2, 8)];
  },
  ranking: (traits) => {
    const [amount] = traits.amounts;
    const splits = traits.groups.slice(0, 6).map((group) => split(traits, amount!, { ...group, map: null }, 20));
    return [figuresOf(traits), ...inBands(splits, 2, 11), ...crossingOf(traits), ...tableOf(traits)];
  },
  spread: (traits) => {
    const spreads = measured(traits).map((column) => spread(traits, column));
    const [amount] = traits.amounts;
    const splits = traits.groups.slice(0, 2).map((group) => split(traits, amount!, group));
    return [figuresOf(traits), ...inBands(spreads.slice(0, 9), 3, 8), evenly(splits, 9)];
  },
  wall: (traits) => {
    const [amount] = traits.amounts;
    const course = hasCourse(traits) ? [evenly([trend(traits, amount!)], 10)] : [];
    const splits = traits.groups.slice(0, 3).map((group) => split(traits, amount!, group, 5));
    return [evenly(figures(traits).slice(0, 3), 6), ...course, evenly(splits, 9)];
  },
};

const templateNames: Record<Exclude<Template, 'overview'>, Texts> = {
  trends: { en_US: 'trends', zh_CN: '趋势' },
  ranking: { en_US: 'ranking', zh_CN: '排行' },
  spread: { en_US: 'spread', zh_CN: '分布' },
  wall: { en_US: 'wall', zh_CN: '大屏' },
};

/** The overview is called as the dataset; the others say what they show of it. */
function titleOf(template: Template, dataset: Dataset): Texts {
  const [english, chinese] = [labelOf(dataset, 'en_US'), labelOf(dataset, 'zh_CN')];
  if (template === 'overview') return { en_US: english, zh_CN: chinese };
  const { en_US, zh_CN } = templateNames[template];
  return { en_US: `${english} ${en_US}`, zh_CN: joinHan(chinese, zh_CN) };
}

/** A dashboard made of what a dataset holds. */
export function makeDashboard(template: Template, traits: Traits, now: Date): Dashboard {
  const { dataset, when } = traits;
  const opening =
    when && !traits.isWhole ? openingRange(when, now) : { span: null, compare: { kind: 'none' as const } };
  return {
    format: 1,
    title: titleOf(template, dataset),
    description: { en_US: '', zh_CN: '' },
    time: { ...opening, targets: when ? [{ kind: 'column', dataset: dataset.id, column: when.column.id }] : [] },
    controls: controlsOf(traits),
    tabs: [{ id: 't1', title: { en_US: '', zh_CN: '' }, cards: withoutTwins(lay(bandsOf[template](traits))) }],
    refresh: 0,
  };
}

/** Figures, the course of the main number with its best split beside it, more splits, a table. */
function overview(traits: Traits): Band[] {
  const [amount, ...others] = traits.amounts;
  // How many rows there are each year tells little of what is measured.
  const second = others.find(({ column }) => column !== null);
  const splits = traits.groups.slice(0, 4).map((group) => split(traits, amount!, group));
  const spreads = measured(traits).map((column) => spread(traits, column));
  const bands = [figuresOf(traits)];
  if (hasCourse(traits)) {
    const beside = splits.shift();
    const course = trend(traits, mainOf(traits));
    bands.push(beside ? { cards: [course, beside], widths: [8, 4], height: 9 } : evenly([course], 9));
  }
  const more = [...splits, ...spreads.slice(0, Math.max(1, 3 - splits.length))];
  bands.push(...inBands(more, more.length === 4 ? 2 : 3, 9));
  if (hasCourse(traits) && !traits.isList && traits.groups[0]) {
    const courses = second ? [trend(traits, second)] : [];
    bands.push(evenly([...courses, trendBy(traits, amount!, traits.groups[0])], 8));
  }
  return [...bands, ...tableOf(traits)];
}

/** What is worth following: of a list, how many came. */
const mainOf = ({ amounts, isList }: Traits) => (isList ? countOfRows : amounts[0]!);

const hasCourse = ({ when, year }: Traits) => when !== null || year !== null;

const figuresOf = (traits: Traits): Band => evenly(figures(traits), 4);

/** The main numbers, how many rows, and how many of those who come again and again. */
function figures(traits: Traits): Draft[] {
  const counted: Amount[] = traits.names.slice(0, 2).map((column) => ({
    formula: { kind: 'distinct', column: column.id },
    column,
    kind: null,
    isSum: false,
    isPositive: true,
    weight: 0,
    deviation: null,
  }));
  const first = traits.amounts.slice(0, most.figures - 1);
  const shown = [...new Set([...first, countOfRows, ...counted, ...traits.amounts])];
  return shown.slice(0, most.figures).map((amount) => figure(traits, amount));
}

/** Columns whose values are worth a picture of how often they come. */
const measured = ({ amounts, scales }: Traits): string[] => [
  ...new Set([
    ...scales.map(({ id }) => id),
    ...amounts.flatMap(({ column, kind }) => (column && kind !== 'flag' ? [column.id] : [])),
  ]),
];

function crossingOf(traits: Traits): Band[] {
  const small = traits.groups.filter(({ distinct }) => distinct <= 30);
  const [rows, columns] = small;
  return rows && columns ? [evenly([crossing(traits, traits.amounts[0]!, [rows, columns])], 10)] : [];
}

function tableOf(traits: Traits): Band[] {
  const group = traits.groups.find(({ distinct }) => distinct > 6) ?? traits.groups[0];
  // No taller than its rows.
  const height = Math.min(9, 4 + (group?.distinct ?? 0));
  return group ? [evenly([table(traits, traits.amounts.slice(0, 5), group)], height)] : [];
}

/** Cards that ask the same and are drawn the same stand there once. */
function withoutTwins(cards: Card[]): Card[] {
  const seen = new Set<string>();
  return cards.filter((card) => {
    const key = card.kind === 'chart' ? JSON.stringify(card.chart) : card.id;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const controlsOf = ({ dataset, groups }: Traits): Control[] =>
  groups.slice(0, most.controls).map(({ column }, index) => ({
    id: `k${index + 1}`,
    label: { en_US: labelOf(column, 'en_US'), zh_CN: labelOf(column, 'zh_CN') },
    targets: [{ kind: 'column', dataset: dataset.id, column: column.id }],
    isMany: true,
    value: { kind: 'select', values: [] },
  }));
