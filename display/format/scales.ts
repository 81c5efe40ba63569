import type { Language } from '#contract/language.ts';
import type { Look } from '#display/frame.ts';

/** What a number is divided by, and what stands behind it then. */
export type Scale = { divisor: number; suffix: string };

const ones: Scale = { divisor: 1, suffix: '' };
const wan: Scale[] = [
  ones,
  { divisor: 1e4, suffix: '万' },
  { divisor: 1e8, suffix: '亿' },
  { divisor: 1e12, suffix: '万亿' },
];
const thousand: Scale[] = [
  ones,
  { divisor: 1e3, suffix: 'K' },
  { divisor: 1e6, suffix: 'M' },
  { divisor: 1e9, suffix: 'B' },
  { divisor: 1e12, suffix: 'T' },
];

/** The scales of plain numbers for this person. */
export function plainScales({ units, language }: Look): Scale[] {
  if (units === 'none') return [ones];
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

/** The largest scale in which the number is at least one, also when it is rounded to two digits. */
export function scaleFor(most: number, scales: Scale[]): Scale {
  const fits = (scale: Scale) => Math.round((most / scale.divisor) * 100) / 100 >= 1;
  // A number that rounds up to the next scale is written in it: 999,999 is 1M, but 990,000 is not.
  const isNext = (scale: Scale, below: Scale) =>
    Math.round((most / below.divisor) * 100) / 100 >= scale.divisor / below.divisor;
  return scales.reduce((chosen, scale) => (fits(scale) && isNext(scale, chosen) ? scale : chosen), scales[0]!);
}
