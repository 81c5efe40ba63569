import { prefixDistanceOf } from './edit-distance.ts';
import {
  findWord,
  type MatchRange,
  type WordMatch,
  type ReadingsOf,
  type SearchText,
  type SearchWord,
  wordOf,
} from './text-match.ts';

/** A searchable item: by its own names, and by its locations if one of its names matches too. */
export type SearchableItem = { names: SearchText[]; places: SearchText[] };

/** Cost of a match (lower is better), and the matched ranges of each name, by word. */
export type ItemMatch = { cost: number; names: MatchRange[][] };

type WordMatcher = (subject: SearchText, word: SearchWord) => WordMatch | undefined;

const locationCost = 3;

/** Matches all words against an item. */
function matchItem({ names, places }: SearchableItem, words: SearchWord[], find: WordMatcher): ItemMatch | undefined {
  let marks: MatchRange[][] | undefined;
  let cost = 0;
  for (const word of words) {
    let best = Infinity;
    for (let number = 0; number < names.length; number++) {
      const match = find(names[number]!, word);
      if (!match) continue;
      marks ??= names.map(() => []);
      best = Math.min(best, match.cost);
      marks[number]!.push(...match.marks);
    }
    // A single word must match a name.
    if (best === Infinity && words.length > 1)
      for (const location of places) best = Math.min(best, locationCost + (find(location, word)?.cost ?? Infinity));
    if (best === Infinity) return undefined;
    cost += best;
  }
  return marks && { cost, names: marks };
}

/** Exact matches rank before all fuzzy ones. */
const fuzzyCost = 10;

/** With fewer results, fuzzy matches are searched as well. */
const enoughResults = 5;

/**
 * All items that the words match, best first. With few results also fuzzy matches: similar spelling or the same pinyin,
 * since a homophone is the usual typo in Chinese.
 */
export function searchItems<T extends SearchableItem>(
  items: T[],
  words: SearchWord[],
  readingsOf: ReadingsOf,
): [T, ItemMatch][] {
  const matches = listMatches(items, words, findWord);
  if (matches.length >= enoughResults) return matches;
  const matchedItems = new Set(matches.map(([item]) => item));
  const others = items.filter((item) => !matchedItems.has(item));
  const spelledWords = words.map((word) => pinyinOf(word, readingsOf));
  // Words that are spelled as they sound were matched already.
  const isRespelled = spelledWords.some((word, number) => word.text !== words[number]!.text);
  const matchFuzzy: WordMatcher = (subject, word) =>
    (isRespelled || words.length > 1 ? findWord(subject, word) : undefined) ?? findFuzzy(subject, word);
  const fuzzyMatches = listMatches(others, spelledWords, matchFuzzy);
  return [
    ...matches,
    ...fuzzyMatches.map(([item, match]): [T, ItemMatch] => [item, { ...match, cost: match.cost + fuzzyCost }]),
  ];
}

function listMatches<T extends SearchableItem>(items: T[], words: SearchWord[], find: WordMatcher): [T, ItemMatch][] {
  const matches: [T, ItemMatch][] = [];
  for (const item of items) {
    const match = matchItem(item, words, find);
    if (match) matches.push([item, match]);
  }
  return matches.sort((a, b) => a[1].cost - b[1].cost);
}

function pinyinOf({ text }: SearchWord, readingsOf: ReadingsOf): SearchWord {
  const readings = readingsOf(text);
  return wordOf(Array.from({ length: text.length }, (_, at) => readings[at]?.[0] ?? text.charAt(at)).join(''));
}

/** Sorts ranges, and merges those that touch or overlap. */
export function mergeRanges(marks: MatchRange[]): MatchRange[] {
  const joined: MatchRange[] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Max edit distance by the length of the word; short words must match exactly. */
const maxEditsOf = (word: string) => (word.length < 5 ? 0 : word.length < 9 ? 1 : 2);

/** Max positions tried in one text. */
const maxTries = 16;

const countBits = (bits: number): number => (bits === 0 ? 0 : 1 + countBits(bits & (bits - 1)));

/** Fuzzy match of a word in a text: with a letter too many, too few, wrong or swapped. */
function findFuzzy(subject: SearchText, { text: word, letters }: SearchWord): WordMatch | undefined {
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
