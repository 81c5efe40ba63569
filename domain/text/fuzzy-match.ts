import { prefixDistanceOf } from './edit-distance.ts';
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
    const { edits, length } = prefixDistanceOf(word, spelling.slice(at, at + word.length + maxEdits), maxEdits);
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
