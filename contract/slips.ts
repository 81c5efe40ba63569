import type { Match, Subject, Word } from './match.ts';

/** How many letters of a word may be wrong; short words are taken at their word. */
const slipsOf = (word: string) => (word.length < 5 ? 0 : word.length < 9 ? 1 : 2);

/** In so many places of one text, however long. */
const mostTried = 16;

const countBits = (bits: number): number => (bits === 0 ? 0 : 1 + countBits(bits & (bits - 1)));

/** Where a text has something like a word: with a letter too many, too few, wrong or swapped. */
export function findSlip(subject: Subject, { text: word, letters }: Word): Match | undefined {
  const most = slipsOf(word);
  if (most === 0 || countBits(letters & ~subject.letters) > most) return undefined;
  const { spelling, places } = subject;
  let best: Match | undefined;
  for (let at = 0, tried = 0; at < spelling.length && tried < mostTried; at++) {
    if (!begins(subject, at) || !looksLike(word, spelling, at)) continue;
    tried += 1;
    const { slips, length } = nearness(word, spelling.slice(at, at + word.length + most), most);
    if (slips > most || (best && best.cost <= 8 + slips)) continue;
    best = { cost: 8 + slips + at / 1000, marks: [[places[at]!, places[at + Math.max(length - 1, 0)]! + 1]] };
  }
  return best;
}

/** A word begins here, or a Chinese character. */
function begins({ kinds, places }: Subject, at: number): boolean {
  const place = places[at]!;
  if (at === 0) return true;
  if (kinds[place] === 0 || places[at - 1] === place) return false;
  return kinds[place] === 2 || kinds[place] !== kinds[place - 1];
}

/** The first letter is right, or stands in the place of the second. */
const looksLike = (word: string, text: string, at: number) =>
  word[0] === text[at] || word[0] === text[at + 1] || word[1] === text[at];

// Rows of what is worked out below; made once, for it is done very often.
const rows = Array.from({ length: 3 }, () => new Float64Array(64));

/** The fewest slips that make a word the beginning of a text, and how long that beginning is. */
function nearness(word: string, text: string, most: number): { slips: number; length: number } {
  let [before, last, now] = rows as [Float64Array, Float64Array, Float64Array];
  for (let column = 0; column <= text.length; column++) last[column] = column;
  for (let row = 1; row <= word.length; row++) {
    now.fill(Infinity, 0, text.length + 1);
    if (row <= most) now[0] = row;
    let least = now[0]!;
    for (let column = Math.max(1, row - most); column <= Math.min(text.length, row + most); column++) {
      const isSame = word[row - 1] === text[column - 1];
      const isSwapped =
        row > 1 && column > 1 && word[row - 1] === text[column - 2] && word[row - 2] === text[column - 1];
      const swapped = isSwapped ? before[column - 2]! + 1 : Infinity;
      const replaced = last[column - 1]! + (isSame ? 0 : 1);
      now[column] = Math.min(last[column]! + 1, now[column - 1]! + 1, replaced, swapped);
      least = Math.min(least, now[column]!);
    }
    if (least > most) return { slips: Infinity, length: 0 };
    [before, last, now] = [last, now, before];
  }
  const ends = last.subarray(0, text.length + 1);
  const slips = Math.min(...ends);
  return { slips, length: ends.lastIndexOf(slips) };
}
