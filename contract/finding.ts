import { findWord, type Mark, type Match, type ReadingsOf, type Subject, type Word, wordOf } from './match.ts';
import { findSlip } from './slips.ts';

/** Something that can be found: by its own names, and by where it is as long as a name of its own fits too. */
export type Findable = { names: Subject[]; places: Subject[] };

/** How well it fits, and what of each of its names was meant, word by word. */
export type Finding = { cost: number; names: Mark[][] };

type Find = (subject: Subject, word: Word) => Match | undefined;

const placeCost = 3;

/** Whether every word is in something, and how well. */
function findAll({ names, places }: Findable, words: Word[], find: Find): Finding | undefined {
  let marks: Mark[][] | undefined;
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
    // A single word must be in a name.
    if (best === Infinity && words.length > 1)
      for (const place of places) best = Math.min(best, placeCost + (find(place, word)?.cost ?? Infinity));
    if (best === Infinity) return undefined;
    cost += best;
  }
  return marks && { cost, names: marks };
}

/** What is found without any slip is better than all that is found with one. */
const slipCost = 10;

/** Where slips are looked for: who has typed so much that little fits has probably slipped. */
const few = 5;

/**
 * Everything that words fit, best first. Where little does, also what is spelled almost so, or sounds so: another
 * character of the same sound is the slip of whoever writes Chinese.
 */
export function findIn<T extends Findable>(things: T[], words: Word[], readingsOf: ReadingsOf): [T, Finding][] {
  const found = listFound(things, words, findWord);
  if (found.length >= few) return found;
  const known = new Set(found.map(([thing]) => thing));
  const others = things.filter((thing) => !known.has(thing));
  const heard = words.map((word) => soundOf(word, readingsOf));
  // What is written as it sounds was looked for already.
  const isHeard = heard.some((word, number) => word.text !== words[number]!.text);
  const findAlmost: Find = (subject, word) =>
    (isHeard || words.length > 1 ? findWord(subject, word) : undefined) ?? findSlip(subject, word);
  const slipped = listFound(others, heard, findAlmost);
  return [
    ...found,
    ...slipped.map(([thing, finding]): [T, Finding] => [thing, { ...finding, cost: finding.cost + slipCost }]),
  ];
}

function listFound<T extends Findable>(things: T[], words: Word[], find: Find): [T, Finding][] {
  const found: [T, Finding][] = [];
  for (const thing of things) {
    const finding = findAll(thing, words, find);
    if (finding) found.push([thing, finding]);
  }
  return found.sort((a, b) => a[1].cost - b[1].cost);
}

function soundOf({ text }: Word, readingsOf: ReadingsOf): Word {
  const readings = readingsOf(text);
  return wordOf(Array.from({ length: text.length }, (_, at) => readings[at]?.[0] ?? text.charAt(at)).join(''));
}

/** Marks in their order, those that touch as one. */
export function joinMarks(marks: Mark[]): Mark[] {
  const joined: Mark[] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
