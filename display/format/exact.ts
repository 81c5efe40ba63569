import type { NumberStyle } from '#domain/query/chart.ts';
import type { Look } from '#display/frame.ts';
import { amountOf } from './amount.ts';
import { affixOf } from './money.ts';
import { formatBytes, formatDuration, formatNumber, formatPercent } from './number.ts';

// Integers as text, beyond the precision of a number, are grouped as they are.
const groupDigits = (text: string) => text.replaceAll(/\B(?=(\d{3})+$)/g, ',');

function plainExact(value: unknown, amount: number, look: Look): string {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return groupDigits(value);
  const size = Math.abs(amount);
  if (size > 0 && (size < 1e-10 || size >= 1e21)) return String(amount);
  return formatNumber(amount, look.language, size < 1 ? 12 : 6);
}

/** The exact value with all digits, for a tooltip or cell; a dash if empty. */
export function formatExact(value: unknown, style: NumberStyle, look: Look): string {
  const amount = amountOf(value);
  if (amount === null) return '-';
  if (style.format === 'percent') return formatPercent(amount, look.language, 4);
  if (style.format === 'duration') return formatDuration(amount, look.language);
  if (style.format === 'bytes') {
    const bytes = formatNumber(amount, look.language);
    return Math.abs(amount) < 1000 ? `${bytes} B` : `${bytes} B (${formatBytes(amount, look.language)})`;
  }
  const { before, behind } = affixOf(style, look.language);
  const digits = plainExact(value, amount, look);
  return digits.startsWith('-') ? `-${before}${digits.slice(1)}${behind}` : `${before}${digits}${behind}`;
}
