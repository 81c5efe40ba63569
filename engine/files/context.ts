import type { Note } from '#contract/imports.ts';
import type { Guess } from './guess.ts';

const isWord = (text: string) => /[\p{L}]/u.test(text);

/**
 * What columns of a table say about each other. Where numbers are written NA when they are missing, so are texts,
 * except among codes of two letters; where one date begins with the day, all do that do not say otherwise. Whoever
 * writes decimal commas most likely begins dates with the day, too, but that is to be checked.
 */
export function inContext(guesses: Guess[]): Guess[] {
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

function withMarkers(guess: Guess, words: Set<string>): Guess {
  if (guess.type !== 'text' || guess.hasLetterCodes || guess.filled === 0) return guess;
  const markers = guess.markers.map((marker) => (words.has(marker.text) ? { ...marker, isEmpty: true } : marker));
  return { ...guess, markers };
}

function withOrder(guess: Guess, isDayFirst: boolean, hasDecimalCommas: boolean): Guess {
  if (!guess.isOrderUnknown || !(isDayFirst || hasDecimalCommas)) return guess;
  return { ...guess, isOrderUnknown: !isDayFirst, style: { ...guess.style, dayFirst: true } };
}

/** Says which dates can be read in two ways, and how they were read. */
export function orderNotes(guesses: Guess[], names: string[]): Note[] {
  const unknown = names.filter((_, index) => guesses[index]!.isOrderUnknown);
  if (unknown.length === 0) return [];
  const isDayFirst = guesses.some(({ isOrderUnknown, style }) => isOrderUnknown && style.dayFirst);
  return [{ code: isDayFirst ? 'date_order_day_first' : 'date_order', detail: unknown.slice(0, 10).join(', ') }];
}
