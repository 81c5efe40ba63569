import type { NumberStyle } from '#domain/query/chart.ts';
import type { Language } from '#domain/language.ts';
import type { Look } from '#display/frame.ts';
import { formatNumber, formatPercent } from './number.ts';
import { formatAmount } from './unit.ts';

export type ChangeDirection = 'up' | 'down' | 'level';

export const changeDirectionOf = (difference: number | null): ChangeDirection =>
  difference === null || difference === 0 ? 'level' : difference > 0 ? 'up' : 'down';

const withSign = (text: string, value: number) => (value > 0 ? `+${text}` : text);

const points: Record<Language, (amount: string) => string> = {
  en_US: (amount) => `${amount} pp`,
  zh_CN: (amount) => `${amount} 个百分点`,
};

/** A difference of percentages in percentage points: from 10% to 12% is 2, not 20%. */
export function formatPoints(value: number, { language }: Look): string {
  const amount = formatNumber(value * 100, language, Math.abs(value) < 0.001 ? 4 : 2);
  return points[language](withSign(amount, value));
}

/** A signed difference. */
export function formatDifference(value: number | null, style: NumberStyle, look: Look): string {
  if (value === null) return '-';
  return style.format === 'percent' ? formatPoints(value, look) : withSign(formatAmount(value, style, look), value);
}

/** Decimals of a percentage: one, none for large values, more for small values that would round to zero. */
function decimalsOf(size: number): number {
  if (size >= 10) return 0;
  return size > 0 && size < 0.0005 ? Math.min(12, Math.ceil(-Math.log10(size * 100))) : 1;
}

/** A signed percent change. */
export function formatPercentChange(value: number | null, look: Look): string {
  if (value === null || !Number.isFinite(value)) return '-';
  return withSign(formatPercent(value, look.language, decimalsOf(Math.abs(value))), value);
}
