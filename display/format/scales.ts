import type { Language } from '#domain/language.ts';
import type { Look } from '#display/frame.ts';

/** Divisor of a number and the suffix for it. */
export type Scale = {
  divisor: number;
  suffix: string;
  /** Whether the suffix is part of a plain number (K, 万) and not a unit. */
  isCount?: boolean;
};

const countScales = (scales: [number, string][]): Scale[] =>
  scales.map(([divisor, suffix]) => ({ divisor, suffix, isCount: true }));
const ones = countScales([[1, '']]);
const wan = countScales([
  [1, ''],
  [1e4, '万'],
  [1e8, '亿'],
  [1e12, '万亿'],
]);
const thousand = countScales([
  [1, ''],
  [1e3, 'K'],
  [1e6, 'M'],
  [1e9, 'B'],
  [1e12, 'T'],
]);

/** Scales of plain numbers by the user's preference. */
export function plainScales({ units, language }: Look): Scale[] {
  if (units === 'none') return ones;
  const kind = units === 'language' ? (language === 'zh_CN' ? 'wan' : 'thousand') : units;
  return kind === 'wan' ? wan : thousand;
}

export const byteScales: Scale[] = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'].map((suffix, power) => ({
  divisor: 1024 ** power,
  suffix: ` ${suffix}`,
}));

/** Scales of durations in seconds, from milliseconds on. */
export const durationScales: Record<Language, Scale[]> = {
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

/** The largest scale in which the number is at least `minimum`, also when rounded to two digits. */
export function scaleFor(largest: number, scales: Scale[], minimum = 1): Scale {
  // A number that rounds up to the next scale is shown in it: 999,999 is 1M, but 990,000 is not.
  const fits = (scale: Scale, below: Scale) =>
    Math.round((largest / below.divisor) * 100) / 100 >= (scale.divisor / below.divisor) * minimum;
  return scales.reduce((chosen, scale) => (fits(scale, chosen) ? scale : chosen), scales[0]!);
}
