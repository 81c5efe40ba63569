import type { WordMatch, SearchText, SearchWord } from './text-match.ts';

/** Max edit distance by the length of the word; short words must match exactly. */
const maxEditsOf = (word: string) => (word.length < 5 ? 0 : word.length < 9 ? 1 : 2);

/** Max positions tried in one text. */
const maxTries = 16;

const countBits = (bits: number): number => (bits === 0 ? 0 : 1 + countBits(bits & (bits - 1)));

/** Fuzzy match of a word in a text: with a letter too many, too few, wrong or swapped. */
export function findFuzzy(subject: SearchText, { text: word, letters }: SearchWord): WordMatch | undefined {
  const maxEdits = maxEditsOf(word);
  if (maxEdits === 0 || countBits(letters & ~subject.letters) > maxEdits) return undefined;
  const { spelling, places } = subject;
  let best: WordMatch | undefined;
  for (let at = 0, tried = 0; at < spelling.length && tried < maxTries; at++) {
    if (!isWordStart(subject, at) || !looksLike(word, spelling, at)) continue;
    tried += 1;
    const { edits, length } = prefixDistance(word, spelling.slice(at, at + word.length + maxEdits), maxEdits);
    if (edits > maxEdits || (best && best.cost <= 8 + edits)) continue;
    best = { cost: 8 + edits + at / 1000, marks: [[places[at]!, places[at + Math.max(length - 1, 0)]! + 1]] };
  }
  return best;
}

/** Whether a word or a Chinese character begins here. */
function isWordStart({ kinds, places }: SearchText, at: number): boolean {
  const index = places[at]!;
  if (at === 0) return true;
  if (kinds[index] === 0 || places[at - 1] === index) return false;
  return kinds[index] === 2 || kinds[index] !== kinds[index - 1];
}

/** The first letter matches, or is swapped with the second. */
const looksLike = (word: string, text: string, at: number) =>
  word[0] === text[at] || word[0] === text[at + 1] || word[1] === text[at];

// Rows of the distance matrix, allocated once, because this runs very often.
const rows = Array.from({ length: 3 }, () => new Float64Array(64));

/** The min edit distance between a word and a prefix of a text, and the length of that prefix. */
function prefixDistance(word: string, text: string, maxEdits: number): { edits: number; length: number } {
  let [before, last, now] = rows as [Float64Array, Float64Array, Float64Array];
  for (let column = 0; column <= text.length; column++) last[column] = column;
  for (let row = 1; row <= word.length; row++) {
    now.fill(Infinity, 0, text.length + 1);
    if (row <= maxEdits) now[0] = row;
    let rowMin = now[0]!;
    for (let column = Math.max(1, row - maxEdits); column <= Math.min(text.length, row + maxEdits); column++) {
      const isSame = word[row - 1] === text[column - 1];
      const isSwapped =
        row > 1 && column > 1 && word[row - 1] === text[column - 2] && word[row - 2] === text[column - 1];
      const swapped = isSwapped ? before[column - 2]! + 1 : Infinity;
      const replaced = last[column - 1]! + (isSame ? 0 : 1);
      now[column] = Math.min(last[column]! + 1, now[column - 1]! + 1, replaced, swapped);
      rowMin = Math.min(rowMin, now[column]!);
    }
    if (rowMin > maxEdits) return { edits: Infinity, length: 0 };
    [before, last, now] = [last, now, before];
  }
  const ends = last.subarray(0, text.length + 1);
  const edits = Math.min(...ends);
  return { edits, length: ends.lastIndexOf(edits) };
}
