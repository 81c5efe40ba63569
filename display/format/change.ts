import type { NumberStyle } from '#contract/chart.ts';
import type { Look } from '#display/frame.ts';
import { formatPercent } from './number.ts';
import { formatAmount } from './unit.ts';

export type Course = 'up' | 'down' | 'level';

export const courseOf = (difference: number | null): Course =>
  difference === null || difference === 0 ? 'level' : difference > 0 ? 'up' : 'down';

const withSign = (text: string, value: number) => (value > 0 ? `+${text}` : text);

/** A difference with its sign. */
export const formatDifference = (value: number | null, style: NumberStyle, look: Look): string =>
  value === null ? '-' : withSign(formatAmount(value, style, look), value);

/** A change in percent with its sign: one digit after the point, none where it is large. */
export function formatPercentChange(value: number | null, look: Look): string {
  if (value === null || !Number.isFinite(value)) return '-';
  return withSign(formatPercent(value, look.language, Math.abs(value) >= 10 ? 0 : 1), value);
}
