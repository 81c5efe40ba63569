import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Language } from '#domain/language.ts';
import { formatPercentChange } from '#display/format/change.ts';
import { formatAmount } from '#display/format/unit.ts';
import type { Frame, Look } from '#display/frame.ts';
import { dimensionsOf, measuresOf } from './frame-columns.ts';
import { baseText, numberValuesOf } from './number-values.ts';
import { chartKindDescriptors } from './all-kinds.ts';
import { optionsFor } from './draw-input.ts';
import { itemName, type SeriesLayout, layOut } from './series-layout.ts';

type SummaryExtreme = { amount: string; where: string };
type SummaryWords = {
  by: (measures: string, dimensions: string) => string;
  highest: (each: SummaryExtreme) => string;
  lowest: (each: SummaryExtreme) => string;
  last: (each: SummaryExtreme) => string;
  change: (percent: string) => string;
  number: (label: string, amount: string) => string;
  changed: (percent: string, base: string) => string;
  and: string;
  stop: string;
  between: string;
};

const words: Record<Language, SummaryWords> = {
  zh_CN: {
    by: (measures, dimensions) => (dimensions ? `按${dimensions}统计的${measures}` : measures),
    highest: ({ amount, where }) => `最高 ${amount}（${where}）`,
    lowest: ({ amount, where }) => `最低 ${amount}（${where}）`,
    last: ({ amount, where }) => `最近一期 ${amount}（${where}）`,
    change: (percent) => `比上一期 ${percent}`,
    number: (label, amount) => `${label} ${amount}`,
    changed: (percent, base) => `，对比期 ${base}，变化 ${percent}`,
    and: '、',
    stop: '。',
    between: '，',
  },
  en_US: {
    by: (measures, dimensions) => (dimensions ? `${measures} by ${dimensions}` : measures),
    highest: ({ amount, where }) => `highest ${amount} (${where})`,
    lowest: ({ amount, where }) => `lowest ${amount} (${where})`,
    last: ({ amount, where }) => `last ${amount} (${where})`,
    change: (percent) => `${percent} from the previous period`,
    number: (label, amount) => `${label} ${amount}`,
    changed: (percent, base) => `, ${percent} from ${base}`,
    and: ' and ',
    stop: '. ',
    between: ', ',
  },
};

/** The highest or lowest value and its item. */
function extremeOf(layout: SeriesLayout, look: Look, isMore: (a: number, b: number) => boolean): SummaryExtreme | null {
  let best: { amount: number; series: number; item: number } | null = null;
  layout.series.forEach(({ values }, series) => {
    values.forEach((amount, item) => {
      if (amount !== null && (best === null || isMore(amount, best.amount))) best = { amount, series, item };
    });
  });
  return best && extremeAt(layout, look, best);
}

function extremeAt(
  layout: SeriesLayout,
  look: Look,
  position: { amount: number; series: number; item: number },
): SummaryExtreme {
  const series = layout.series[position.series]!;
  const item = itemName(layout.items[position.item]!, layout.axis, look);
  const where = layout.series.length > 1 ? `${item} · ${series.name}` : item;
  return { amount: formatAmount(position.amount, series.column.style, look), where };
}

/** The last finished step and its change; only for a single series over time. */
function lastOf(layout: SeriesLayout, look: Look): string[] {
  const phrases = words[look.language];
  const { series, grain, unfinished } = layout;
  if (!grain || series.length !== 1) return [];
  const { values } = series[0]!;
  const index = unfinished === values.length - 1 ? values.length - 2 : values.length - 1;
  const [amount, before] = [values[index] ?? null, values[index - 1] ?? null];
  if (amount === null) return [];
  const last = phrases.last(extremeAt(layout, look, { amount, series: 0, item: index }));
  if (before === null || before === 0) return [last];
  return [last, phrases.change(formatPercentChange((amount - before) / Math.abs(before), look))];
}

function numberSummary(frame: Frame, look: Look): string {
  const phrases = words[look.language];
  const numbers = numberValuesOf({ frame, options: optionsFor({ kind: 'figure', options: {} }), look });
  const sentences = numbers.map((number) => {
    const { label, value, base, percent, style } = number;
    const hasPercent = base !== null && percent !== null;
    const before = baseText(number, look);
    const change = hasPercent
      ? phrases.changed(formatPercentChange(percent, look), formatAmount(base, style, look))
      : before === null
        ? ''
        : phrases.between + before;
    return phrases.number(label, formatAmount(value, style, look)) + change;
  });
  return sentences.join(phrases.stop).trim();
}

/** A result in one line, for screen readers: what it is, the highest, lowest and last value. */
export function summaryOf(frame: Frame, kind: ChartKind, look: Look): string {
  const { summary, texts } = chartKindDescriptors[kind];
  if (summary === 'numbers') return numberSummary(frame, look);
  const phrases = words[look.language];
  const measures = measuresOf(frame).map(({ field }) => field.label);
  const dimensions = dimensionsOf(frame).map(({ field }) => field.label);
  const heading = phrases.by(measures.join(phrases.and), dimensions.join(phrases.and));
  const layout = layOut({ frame, options: optionsFor({ kind, options: {} }), look });
  const highest = extremeOf(layout, look, (a, b) => a > b);
  const lowest = extremeOf(layout, look, (a, b) => a < b);
  const facts = [
    ...(highest ? [phrases.highest(highest)] : []),
    ...(lowest && lowest.where !== highest?.where ? [phrases.lowest(lowest)] : []),
    ...lastOf(layout, look),
  ];
  return `${texts[look.language].name}${phrases.stop}${[heading, ...facts].join(phrases.between)}${phrases.stop.trim()}`;
}
