import type { Note } from '#contract/imports/routes.ts';
import type { ColumnGuess } from './guess-column.ts';

const isWord = (text: string) => /[\p{L}]/u.test(text);

/**
 * Adjusts guesses by the other columns of a table. Texts that mark missing numbers, like NA, also mark missing texts,
 * except among codes of two letters; if one date begins with the day, ambiguous ones do, too. Decimal commas also
 * suggest that dates begin with the day, but that must be confirmed.
 */
export function adjustByContext(guesses: ColumnGuess[]): ColumnGuess[] {
  const words = new Set(
    guesses
      .filter(({ type }) => type !== 'text')
      .flatMap(({ markers }) => markers.map(({ text }) => text))
      .filter(isWord),
  );
  const isDayFirst = guesses.some(({ style, isOrderUnknown }) => style.dayFirst && !isOrderUnknown);
  const hasDecimalCommas = guesses.some(({ style }) => style.decimalComma);
  return guesses.map((guess) => withOrder(withMarkers(guess, words), isDayFirst, hasDecimalCommas));
}

function withMarkers(guess: ColumnGuess, words: Set<string>): ColumnGuess {
  if (guess.type !== 'text' || guess.hasLetterCodes || guess.filled === 0) return guess;
  const markers = guess.markers.map((marker) => (words.has(marker.text) ? { ...marker, isEmpty: true } : marker));
  return { ...guess, markers };
}

function withOrder(guess: ColumnGuess, isDayFirst: boolean, hasDecimalCommas: boolean): ColumnGuess {
  if (!guess.isOrderUnknown || !(isDayFirst || hasDecimalCommas)) return guess;
  return { ...guess, isOrderUnknown: !isDayFirst, style: { ...guess.style, dayFirst: true } };
}

/** Notes which dates are ambiguous, and how they were read. */
export function orderNotes(guesses: ColumnGuess[], names: string[]): Note[] {
  const unknown = names.filter((_, index) => guesses[index]!.isOrderUnknown);
  if (unknown.length === 0) return [];
  const isDayFirst = guesses.some(({ isOrderUnknown, style }) => isOrderUnknown && style.dayFirst);
  return [{ code: isDayFirst ? 'date_order_day_first' : 'date_order', detail: unknown.slice(0, 10).join(', ') }];
}
