/** Pinyin readings of each character of a text, the most likely first. */
export type ReadingsOf = (text: string) => (readonly string[] | undefined)[];

/** A text prepared for matching: case-folded, and with the pinyin of its Chinese characters. */
export type SearchText = {
  text: string;
  folded: string;
  readings: ReturnType<ReadingsOf>;
  /** Class of each character: gap, word or Chinese. */
  kinds: Uint8Array;
  /** Bit mask of its letters, written or in pinyin: rules out most texts quickly. */
  letters: number;
  /** Spelling in letters, and for each letter the index of its character. */
  spelling: string;
  places: Uint16Array;
};

/** A matched range of characters. */
export type MatchRange = [from: number, to: number];

/** How well a word matches: 0 is the whole text, higher is worse. */
export type WordMatch = { cost: number; marks: MatchRange[] };

/** Limits of the length of names and of search input. */
const maxNameLength = 100;
const maxWordLength = 40;
const maxWords = 8;
/** Longer words are matched with a cache: they can be split into syllables in very many ways. */
const uncachedWordLength = 6;

const [gap, inWord, han] = [0, 1, 2];
const hasLetters = /[\p{L}\p{N}]/u;
const hasHan = /[\u3400-\u9fff]/;
const isHan = (letter: string) => letter >= '\u3400' && letter <= '\u9fff';
const kindOf = (letter: string) => (isHan(letter) ? han : hasLetters.test(letter) ? inWord : gap);

/** Lower-cases letters and strips accents, keeping the length of the text. */
export function fold(text: string): string {
  if (/^[\x20-\x7f]*$/.test(text)) return text.toLowerCase();
  return Array.from({ length: text.length }, (_, at) => foldUnit(text.charAt(at))).join('');
}

function foldUnit(unit: string): string {
  const plain = unit.normalize('NFKD').charAt(0).toLowerCase();
  return plain.length === 1 ? plain : unit;
}

/** Bit mask of the letters a to z in a text. */
function bitsOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) {
    const index = text.charCodeAt(at) - 97;
    if (index >= 0 && index < 26) bits |= 1 << index;
  }
  return bits;
}

export function subjectOf(text: string, readingsOf: ReadingsOf): SearchText {
  const short = text.slice(0, maxNameLength);
  const folded = fold(short);
  const readings = hasHan.test(folded) ? readingsOf(short) : [];
  const letters = Array.from({ length: folded.length }, (_, at) => folded.charAt(at));
  const spelled = letters.map((letter, at) => readings[at]?.[0] ?? letter);
  return {
    text: short,
    folded,
    readings,
    kinds: Uint8Array.from(letters, kindOf),
    letters: bitsOf(folded + readings.flat().join('')),
    spelling: spelled.join(''),
    places: Uint16Array.from(spelled.flatMap((part, at) => Array.from({ length: part.length }, () => at))),
  };
}

/** A word of the search input. */
export type SearchWord = { text: string; letters: number };

export const wordOf = (text: string): SearchWord => ({ text, letters: bitsOf(text) });

/** Splits search input into words; apostrophes that an input method puts between syllables are dropped. */
export const wordsOf = (typed: string): SearchWord[] =>
  fold(typed.slice(0, maxNameLength).replaceAll(/(?<=[a-z])['’](?=[a-z])/gi, ''))
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxWords)
    .map((word) => wordOf(word.slice(0, maxWordLength)));

/** Whether a word begins at a character. */
const isStart = ({ kinds }: SearchText, at: number) => at === 0 || kinds[at] !== kinds[at - 1];

/** Matches a word in a text: as written, as pinyin, or by the initials of syllables and words. */
export function findWord(subject: SearchText, word: SearchWord): WordMatch | undefined {
  if (word.letters & ~subject.letters) return undefined;
  const { text } = word;
  return findWritten(subject, text) ?? findPinyin(subject, text) ?? findInitials(subject, text);
}

/** Costs more further inside a text, and in a longer text. */
const costOf = (subject: SearchText, from: number, to: number) => {
  const positionCost = from === 0 ? (to === subject.folded.length ? 0 : 1) : isStart(subject, from) ? 2 : 4;
  return positionCost + subject.folded.length / maxNameLength;
};

function findWritten(subject: SearchText, word: string): WordMatch | undefined {
  let best: WordMatch | undefined;
  for (let at = subject.folded.indexOf(word); at >= 0; at = subject.folded.indexOf(word, at + 1)) {
    const cost = costOf(subject, at, at + word.length);
    if (!best || cost < best.cost) best = { cost, marks: [[at, at + word.length]] };
  }
  return best;
}

function findPinyin(subject: SearchText, word: string): WordMatch | undefined {
  let best: WordMatch | undefined;
  const cache: PinyinWalk['cache'] = word.length > uncachedWordLength ? new Map() : undefined;
  for (let at = 0; at < subject.folded.length; at++) {
    if (!mayBegin(subject, word, at)) continue;
    const match = matchPinyin({ subject, word, cache }, at, 0);
    const cost = match && 1 + match.cost + costOf(subject, at, match.to);
    if (cost !== undefined && (!best || cost < best.cost)) best = { cost, marks: [[at, match!.to]] };
  }
  return best;
}

function mayBegin({ folded, readings }: SearchText, word: string, at: number): boolean {
  const first = word.charAt(0);
  if (folded.charAt(at) === first) return true;
  const own = readings[at];
  if (own) for (const reading of own) if (reading.charAt(0) === first) return true;
  return false;
}

type PinyinMatch = { to: number; cost: number };
type PinyinWalk = { subject: SearchText; word: string; cache: Map<number, PinyinMatch | undefined> | undefined };

/**
 * Matches the rest of a word from a character on: a character matches as written, as a syllable or as the start of one.
 */
function matchPinyin(walk: PinyinWalk, at: number, from: number): PinyinMatch | undefined {
  const { subject, word, cache } = walk;
  if (from >= word.length) return { to: at, cost: 0 };
  if (at >= subject.folded.length) return undefined;
  if (!cache) return matchCharacter(walk, at, from);
  const key = at * maxNameLength + from;
  if (!cache.has(key)) cache.set(key, matchCharacter(walk, at, from));
  return cache.get(key);
}

function matchCharacter(walk: PinyinWalk, at: number, from: number): PinyinMatch | undefined {
  const { subject, word } = walk;
  let best: PinyinMatch | undefined;
  const take = (length: number, cost: number) => {
    const rest = matchPinyin(walk, at + 1, from + length);
    if (rest && (!best || rest.cost + cost < best.cost)) best = { to: rest.to, cost: rest.cost + cost };
  };
  if (subject.folded.charAt(at) === word.charAt(from)) take(1, 0);
  // Separators between words need not be typed.
  else if (from > 0 && subject.kinds[at] === gap) take(0, 0.2);
  else
    for (const [rank, reading] of (subject.readings[at] ?? []).entries())
      matchSyllable({ word, from, reading }, (length, cost) => take(length, cost + (rank > 0 ? 1 : 0)));
  return best;
}

type Syllable = { word: string; from: number; reading: string };

/** How many letters of a word a syllable may match: all of its own, the unfinished end of the word, or its initials. */
function matchSyllable({ word, from, reading }: Syllable, take: (length: number, cost: number) => void): void {
  if (reading.charAt(0) !== word.charAt(from)) return;
  const left = word.length - from;
  if (word.startsWith(reading, from)) take(reading.length, 0);
  else if (left < reading.length && reading.startsWith(word.slice(from))) return take(left, 0.3);
  if (/^[zcs]h./.test(reading) && word.charAt(from + 1) === 'h') take(2, 0.4);
  if (reading.length > 1) take(1, 0.5);
}

/** "mrr" matches Monthly recurring revenue. */
function findInitials(subject: SearchText, word: string): WordMatch | undefined {
  if (word.length < 2) return undefined;
  const starts: number[] = [];
  for (let at = 0; at < subject.kinds.length; at++)
    if (subject.kinds[at] === inWord && isStart(subject, at)) starts.push(at);
  if (starts.length < word.length) return undefined;
  const first = starts.map((at) => subject.folded.charAt(at)).join('');
  const at = first.indexOf(word);
  if (at < 0) return undefined;
  const marks = starts.slice(at, at + word.length).map((index): MatchRange => [index, index + 1]);
  return { cost: 5 + subject.folded.length / maxNameLength, marks };
}
