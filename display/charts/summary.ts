import type { ChartKind } from '#contract/chart.ts';
import type { Language } from '#contract/language.ts';
import { formatPercentChange } from '#display/format/change.ts';
import { formatAmount } from '#display/format/unit.ts';
import type { Frame, Look } from '#display/frame.ts';
import { dimensionsOf, measuresOf } from './columns.ts';
import { baseText, figuresOf } from './figure.ts';
import { kindTexts } from './names.ts';
import { optionsFor } from './picture.ts';
import { itemName, type Layout, layOut } from './series.ts';

type Extreme = { amount: string; where: string };
type Words = {
  by: (measures: string, dimensions: string) => string;
  highest: (each: Extreme) => string;
  lowest: (each: Extreme) => string;
  last: (each: Extreme) => string;
  change: (percent: string) => string;
  figure: (label: string, amount: string) => string;
  changed: (percent: string, base: string) => string;
  and: string;
  stop: string;
  between: string;
};

const words: Record<Language, Words> = {
  zh_CN: {
    by: (measures, dimensions) => (dimensions ? `按${dimensions}统计的${measures}` : measures),
    highest: ({ amount, where }) => `最高 ${amount}（${where}）`,
    lowest: ({ amount, where }) => `最低 ${amount}（${where}）`,
    last: ({ amount, where }) => `最近一期 ${amount}（${where}）`,
    change: (percent) => `比上一期 ${percent}`,
    figure: (label, amount) => `${label} ${amount}`,
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
    change: (percent) => `${percent} from the one before`,
    figure: (label, amount) => `${label} ${amount}`,
    changed: (percent, base) => `, ${percent} from ${base}`,
    and: ' and ',
    stop: '. ',
    between: ', ',
  },
};

/** Where the most or the least is, and how much. */
function extremeOf(layout: Layout, look: Look, isMore: (a: number, b: number) => boolean): Extreme | null {
  let found: { amount: number; series: number; item: number } | null = null;
  layout.series.forEach(({ values }, series) => {
    values.forEach((amount, item) => {
      if (amount !== null && (found === null || isMore(amount, found.amount))) found = { amount, series, item };
    });
  });
  return found && placeOf(layout, look, found);
}

function placeOf(layout: Layout, look: Look, place: { amount: number; series: number; item: number }): Extreme {
  const series = layout.series[place.series]!;
  const item = itemName(layout.items[place.item]!, layout.axis, look);
  const where = layout.series.length > 1 ? `${item} · ${series.name}` : item;
  return { amount: formatAmount(place.amount, series.column.style, look), where };
}

/** The last step that is over, and its change from the one before; only of one line over time. */
function lastOf(layout: Layout, look: Look): string[] {
  const say = words[look.language];
  const { series, grain, unfinished } = layout;
  if (!grain || series.length !== 1) return [];
  const { values } = series[0]!;
  const index = unfinished === values.length - 1 ? values.length - 2 : values.length - 1;
  const [amount, before] = [values[index] ?? null, values[index - 1] ?? null];
  if (amount === null) return [];
  const last = say.last(placeOf(layout, look, { amount, series: 0, item: index }));
  if (before === null || before === 0) return [last];
  return [last, say.change(formatPercentChange((amount - before) / Math.abs(before), look))];
}

function figureSummary(frame: Frame, look: Look): string {
  const say = words[look.language];
  const figures = figuresOf({ frame, options: optionsFor({ kind: 'figure', options: {} }), look });
  const sentences = figures.map((figure) => {
    const { label, value, base, percent, style } = figure;
    const hasPercent = base !== null && percent !== null;
    const before = baseText(figure, look);
    const change = hasPercent
      ? say.changed(formatPercentChange(percent, look), formatAmount(base, style, look))
      : before === null
        ? ''
        : say.between + before;
    return say.figure(label, formatAmount(value, style, look)) + change;
  });
  return sentences.join(say.stop).trim();
}

/** An answer in one line, for people who cannot see the picture: what it is, the highest, the lowest, the last. */
export function summaryOf(frame: Frame, kind: ChartKind, look: Look): string {
  if (kind === 'figure' || kind === 'gauge') return figureSummary(frame, look);
  const say = words[look.language];
  const measures = measuresOf(frame).map(({ field }) => field.label);
  const dimensions = dimensionsOf(frame).map(({ field }) => field.label);
  const what = say.by(measures.join(say.and), dimensions.join(say.and));
  const layout = layOut({ frame, options: optionsFor({ kind, options: {} }), look });
  const highest = extremeOf(layout, look, (a, b) => a > b);
  const lowest = extremeOf(layout, look, (a, b) => a < b);
  const facts = [
    ...(highest ? [say.highest(highest)] : []),
    ...(lowest && lowest.where !== highest?.where ? [say.lowest(lowest)] : []),
    ...lastOf(layout, look),
  ];
  return `${kindTexts[look.language][kind].name}${say.stop}${[what, ...facts].join(say.between)}${say.stop.trim()}`;
}
