import {
  findWord,
  type MatchRange,
  type WordMatch,
  type ReadingsOf,
  type SearchText,
  type SearchWord,
  wordOf,
} from './text-match.ts';
import { findFuzzy } from './fuzzy-match.ts';

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
