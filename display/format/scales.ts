import type { Language } from '#contract/language.ts';
import type { Look } from '#display/frame.ts';

/** What a number is divided by, and what stands behind it then. */
export type Scale = {
  divisor: number;
  suffix: string;
  /** Whether it counts ones: the suffix is part of the number. */ isCount?: boolean;
};

const countsOf = (scales: [number, string][]): Scale[] =>
  scales.map(([divisor, suffix]) => ({ divisor, suffix, isCount: true }));
const ones = countsOf([[1, '']]);
const wan = countsOf([
  [1, ''],
  [1e4, '万'],
  [1e8, '亿'],
  [1e12, '万亿'],
]);
const thousand = countsOf([
  [1, ''],
  [1e3, 'K'],
  [1e6, 'M'],
  [1e9, 'B'],
  [1e12, 'T'],
]);

/** The scales of plain numbers for this person. */
export function plainScales({ units, language }: Look): Scale[] {
  if (units === 'none') return ones;
  const kind = units === 'language' ? (language === 'zh_CN' ? 'wan' : 'thousand') : units;
  return kind === 'wan' ? wan : thousand;
}

export const byteScales: Scale[] = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'].map((suffix, power) => ({
  divisor: 1024 ** power,
  suffix: ` ${suffix}`,
}));

/** Seconds and what they add up to; the shortest is a thousandth. */
export const spanScales: Record<Language, Scale[]> = {
  zh_CN: [
    { divisor: 0.001, suffix: '毫秒' },
    { divisor: 1, suffix: '秒' },
    { divisor: 60, suffix: '分钟' },
    { divisor: 3600, suffix: '小时' },
    { divisor: 86_400, suffix: '天' },
  ],
  en_US: [
    { divisor: 0.001, suffix: ' ms' },
    { divisor: 1, suffix: ' s' },
    { divisor: 60, suffix: ' min' },
    { divisor: 3600, suffix: ' h' },
    { divisor: 86_400, suffix: ' d' },
  ],
};

/** The largest scale in which the number is at least so much, also when it is rounded to two digits. */
export function scaleFor(most: number, scales: Scale[], least = 1): Scale {
  // A number that rounds up to the next scale is written in it: 999,999 is 1M, but 990,000 is not.
  const fits = (scale: Scale, below: Scale) =>
    Math.round((most / below.divisor) * 100) / 100 >= (scale.divisor / below.divisor) * least;
  return scales.reduce((chosen, scale) => (fits(scale, chosen) ? scale : chosen), scales[0]!);
}
