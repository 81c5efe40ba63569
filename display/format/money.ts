import type { Language } from '#domain/language.ts';
import type { NumberStyle } from '#domain/query/chart.ts';

/** Prefix and suffix of a number. */
export type Affix = { before: string; behind: string };

const isCode = (unit: string) => /^[A-Z]{3}$/.test(unit);

/** Currency symbol of a code; the code itself if there is none. */
function signOf(code: string, language: Language): string {
  try {
    const parts = new Intl.NumberFormat(language.replace('_', '-'), {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
    }).formatToParts(0);
    const sign = parts.find(({ type }) => type === 'currency')?.value ?? code;
    return sign === code ? `${code} ` : sign;
  } catch {
    // Intl throws for a malformed currency code.
    return `${code} `;
  }
}

/** Currency symbols are prefixes, words and other units suffixes: $3, 3元, 3 kg. */
export function affixOf({ format, unit }: Pick<NumberStyle, 'format' | 'unit'>, language: Language): Affix {
  if (!unit) return { before: '', behind: '' };
  if (format === 'currency' && isCode(unit)) return { before: signOf(unit, language), behind: '' };
  // The full-width yen sign of Chinese keyboards is the same symbol.
  if (/^[A-Z]{0,3}\p{Sc}$/u.test(unit)) return { before: unit.normalize('NFKC'), behind: '' };
  const isTight = /^[\p{Script=Han}%‰°]/u.test(unit);
  return { before: '', behind: isTight ? unit : ` ${unit}` };
}
