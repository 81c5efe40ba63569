import { numeralOf } from '#domain/cells/cells.ts';

/**
 * How commas are read: always as thousands separators (`point`), or by the evidence in a column, which without evidence
 * means decimal marks (`comma`) or thousands (`evidence`).
 */
export type CommaPolicy = 'point' | 'comma' | 'evidence';

/** Counts the evidence for a column's decimal mark. */
export type MarkTally = {
  /** Counts a plain number with a point. */
  countPoint: (text: string) => void;
  /** Counts a number with signs or commas. */
  countNumeral: (text: string) => void;
  evidence: () => 'comma' | 'point' | null;
  isDecimal: (policy: CommaPolicy) => boolean;
  /** How many of the numbers are invalid with that mark. */
  countInvalid: (decimalComma: boolean) => number;
  /** How commas were read, to inform a person who may know better. */
  verdict: (decimalComma: boolean) => 'decimal' | 'thousands' | null;
};

// 1.234 may be a little over one, or over a thousand.
const dotted = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/;

export function createMarkTally(): MarkTally {
  let commaOnly = 0;
  let pointOnly = 0;
  let either = 0;

  function countNumeral(text: string): void {
    if (!/[.,]/.test(text)) return;
    const byPoint = numeralOf(text) !== undefined;
    const byComma = numeralOf(text, true) !== undefined;
    if (byPoint && byComma && text.includes(',')) either++;
    else if (byPoint && !byComma) pointOnly++;
    else if (byComma && !byPoint) commaOnly++;
  }

  const evidence = () => (commaOnly + pointOnly === 0 ? null : commaOnly > pointOnly ? 'comma' : 'point');

  function isDecimal(policy: CommaPolicy): boolean {
    if (policy === 'point') return false;
    return (evidence() ?? (either > 0 ? policy : 'point')) === 'comma';
  }

  function verdict(decimalComma: boolean): 'decimal' | 'thousands' | null {
    if (decimalComma) return 'decimal';
    return either > 0 && pointOnly === 0 ? 'thousands' : null;
  }

  return {
    countPoint: (text) => {
      if (!dotted.test(text)) pointOnly++;
    },
    countNumeral,
    evidence,
    isDecimal,
    countInvalid: (decimalComma) => (decimalComma ? pointOnly : commaOnly),
    verdict,
  };
}

/**
 * How the commas of a file are read, by the evidence in its columns; files with semicolons mostly have decimal commas.
 */
export function commaPolicyOf(evidence: ('comma' | 'point' | null)[], delimiter: string): CommaPolicy {
  const commas = evidence.filter((each) => each === 'comma').length;
  const points = evidence.filter((each) => each === 'point').length;
  if (commas + points === 0) return delimiter === ';' ? 'comma' : 'evidence';
  return commas > points ? 'comma' : 'evidence';
}
