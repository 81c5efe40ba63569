import type { Card, Control, Dashboard } from '#domain/dashboard/dashboard.ts';
import type { DashboardTemplate } from '#contract/dashboards/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { joinHan, labelOf } from '#display/words/subject.ts';
import { type MeasureCandidate, countOfRows } from './amounts.ts';
import {
  heatmapCard,
  type CardDraft,
  numberCard,
  distributionCard,
  splitCard,
  tableCard,
  trendCard,
  splitTrendCard,
} from './cards.ts';
import { type LayoutBand, evenBand, intoBands, layOutBands } from './layout.ts';
import { openingRange } from './time-column.ts';
import type { Traits } from './traits.ts';

const maxCounts = { figures: 4, controls: 4 };

/** The bands of each template, from top to bottom. */
const bandsOf: Record<DashboardTemplate, (traits: Traits) => LayoutBand[]> = {
  overview,
  trends: (traits) => {
    if (!hasTrend(traits)) return overview(traits);
    const [amount] = traits.amounts;
    const trends = traits.amounts.slice(0, 6).map((each) => trendCard(traits, each));
    const parts = traits.groups.slice(0, 4).map((group) => splitTrendCard(traits, amount!, group));
    return [numberBand(traits), ...intoBands(trends, 2, 7), ...intoBands(parts, 2, 8)];
  },
  ranking: (traits) => {
    const [amount] = traits.amounts;
    const splits = traits.groups.slice(0, 6).map((group) => splitCard(traits, amount!, { ...group, map: null }, 20));
    return [numberBand(traits), ...intoBands(splits, 2, 11), ...heatmapBand(traits), ...tableBand(traits)];
  },
  spread: (traits) => {
    const spreads = columnsWithDistribution(traits).map((column) => distributionCard(traits, column));
    const [amount] = traits.amounts;
    const splits = traits.groups.slice(0, 2).map((group) => splitCard(traits, amount!, group));
    return [numberBand(traits), ...intoBands(spreads.slice(0, 9), 3, 8), evenBand(splits, 9)];
  },
  wall: (traits) => {
    const [amount] = traits.amounts;
    const trend = hasTrend(traits) ? [evenBand([trendCard(traits, amount!)], 10)] : [];
    const splits = traits.groups.slice(0, 3).map((group) => splitCard(traits, amount!, group, 5));
    return [evenBand(numberCards(traits).slice(0, 3), 6), ...trend, evenBand(splits, 9)];
  },
};

const templateNames: Record<Exclude<DashboardTemplate, 'overview'>, LocalizedText> = {
  trends: { en_US: 'trends', zh_CN: '趋势' },
  ranking: { en_US: 'ranking', zh_CN: '排行' },
  spread: { en_US: 'distribution', zh_CN: '分布' },
  wall: { en_US: 'wallboard', zh_CN: '大屏' },
};

/** The overview has the name of the dataset; the other templates add their own. */
function titleOf(template: DashboardTemplate, dataset: Dataset): LocalizedText {
  const [english, chinese] = [labelOf(dataset, 'en_US'), labelOf(dataset, 'zh_CN')];
  if (template === 'overview') return { en_US: english, zh_CN: chinese };
  const { en_US, zh_CN } = templateNames[template];
  return { en_US: `${english} ${en_US}`, zh_CN: joinHan(chinese, zh_CN) };
}

/** Creates the dashboard of a template from the traits of a dataset. */
export function makeDashboard(template: DashboardTemplate, traits: Traits, now: Date): Dashboard {
  const { dataset, when } = traits;
  const range = when && !traits.isWhole ? openingRange(when, now) : { span: null, compare: { kind: 'none' as const } };
  return {
    format: 1,
    title: titleOf(template, dataset),
    description: { en_US: '', zh_CN: '' },
    time: { ...range, targets: when ? [{ kind: 'column', dataset: dataset.id, column: when.column.id }] : [] },
    controls: controlsOf(traits),
    tabs: [
      {
        id: 't1',
        title: { en_US: '', zh_CN: '' },
        cards: withoutDuplicateCards(layOutBands(bandsOf[template](traits))),
      },
    ],
    refresh: 0,
  };
}

/** Numbers, the trend of the main measure beside its best split, more splits, a table. */
function overview(traits: Traits): LayoutBand[] {
  const [amount, ...others] = traits.amounts;
  // The number of rows per year is not interesting as a second trend.
  const second = others.find(({ column }) => column !== null);
  const splits = traits.groups.slice(0, 4).map((group) => splitCard(traits, amount!, group));
  const spreads = columnsWithDistribution(traits).map((column) => distributionCard(traits, column));
  const bands = [numberBand(traits)];
  if (hasTrend(traits)) {
    const beside = splits.shift();
    const mainTrend = trendCard(traits, mainOf(traits));
    bands.push(beside ? { cards: [mainTrend, beside], widths: [8, 4], height: 9 } : evenBand([mainTrend], 9));
  }
  const more = [...splits, ...spreads.slice(0, Math.max(1, 3 - splits.length))];
  bands.push(...intoBands(more, more.length === 4 ? 2 : 3, 9));
  if (hasTrend(traits) && !traits.isList && traits.groups[0]) {
    const secondTrends = second ? [trendCard(traits, second)] : [];
    bands.push(evenBand([...secondTrends, splitTrendCard(traits, amount!, traits.groups[0])], 8));
  }
  return [...bands, ...tableBand(traits)];
}

/** The measure to follow: for a list, the number of rows. */
const mainOf = ({ amounts, isList }: Traits) => (isList ? countOfRows : amounts[0]!);

const hasTrend = ({ when, year }: Traits) => when !== null || year !== null;

const numberBand = (traits: Traits): LayoutBand => evenBand(numberCards(traits), 4);

/** The main measures, the number of rows and the number of distinct names. */
function numberCards(traits: Traits): CardDraft[] {
  const counted: MeasureCandidate[] = traits.names.slice(0, 2).map((column) => ({
    formula: { kind: 'distinct', column: column.id },
    column,
    kind: null,
    isSum: false,
    isPositive: true,
    weight: 0,
    deviation: null,
  }));
  const first = traits.amounts.slice(0, maxCounts.figures - 1);
  const candidates = [...new Set([...first, countOfRows, ...counted, ...traits.amounts])];
  return candidates.slice(0, maxCounts.figures).map((amount) => numberCard(traits, amount));
}

/** Columns with a distribution worth showing. */
const columnsWithDistribution = ({ amounts, scales }: Traits): string[] => [
  ...new Set([
    ...scales.map(({ id }) => id),
    ...amounts.flatMap(({ column, kind }) => (column && kind !== 'flag' ? [column.id] : [])),
  ]),
];

function heatmapBand(traits: Traits): LayoutBand[] {
  const small = traits.groups.filter(({ distinct }) => distinct <= 30);
  const [rows, columns] = small;
  return rows && columns ? [evenBand([heatmapCard(traits, traits.amounts[0]!, [rows, columns])], 10)] : [];
}

function tableBand(traits: Traits): LayoutBand[] {
  const group = traits.groups.find(({ distinct }) => distinct > 6) ?? traits.groups[0];
  // No taller than its rows.
  const height = Math.min(9, 4 + (group?.distinct ?? 0));
  return group ? [evenBand([tableCard(traits, traits.amounts.slice(0, 5), group)], height)] : [];
}

/** Removes cards with the same query and chart. */
function withoutDuplicateCards(cards: Card[]): Card[] {
  const keys = new Set<string>();
  return cards.filter((card) => {
    const key = card.kind === 'chart' ? JSON.stringify(card.chart) : card.id;
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}

const controlsOf = ({ dataset, groups }: Traits): Control[] =>
  groups.slice(0, maxCounts.controls).map(({ column }, index) => ({
    id: `k${index + 1}`,
    label: { en_US: labelOf(column, 'en_US'), zh_CN: labelOf(column, 'zh_CN') },
    targets: [{ kind: 'column', dataset: dataset.id, column: column.id }],
    isMany: true,
    value: { kind: 'select', values: [] },
  }));
