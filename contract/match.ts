/** How the characters of a text sound, each in the readings that it may have, the likeliest first. */
export type ReadingsOf = (text: string) => (readonly string[] | undefined)[];

/** A text made ready to be found: by its letters whatever their case, and by how its Chinese sounds. */
export type Subject = {
  text: string;
  folded: string;
  readings: ReturnType<ReadingsOf>;
  /** What each character is, by number. */
  kinds: Uint8Array;
  /** Which letters it has, written or heard, as bits: most texts are ruled out by it. */
  letters: number;
  /** As it is spelled in letters, and at which character each of them stands. */
  spelling: string;
  places: Uint16Array;
};

/** From where until where a text is meant by what someone typed. */
export type Mark = [from: number, to: number];

/** How well a word fits: 0 is the whole text, and more is worse. */
export type Match = { cost: number; marks: Mark[] };

/** No name is read further than that, and no more than that is heeded of what someone typed. */
const longest = 100;
const longestWord = 40;
const mostWords = 8;
/** What is found out of a longer word on the way is kept: it could be cut into syllables in very many ways. */
const longWord = 6;

const [gap, inWord, han] = [0, 1, 2];
const hasLetters = /[\p{L}\p{N}]/u;
const hasHan = /[\u3400-\u9fff]/;
const isHan = (letter: string) => letter >= '\u3400' && letter <= '\u9fff';
const kindOf = (letter: string) => (isHan(letter) ? han : hasLetters.test(letter) ? inWord : gap);

/** Small letters without marks, as many as there were. */
export function fold(text: string): string {
  if (/^[\x20-\x7f]*$/.test(text)) return text.toLowerCase();
  return Array.from({ length: text.length }, (_, at) => foldUnit(text.charAt(at))).join('');
}

function foldUnit(unit: string): string {
  const plain = unit.normalize('NFKD').charAt(0).toLowerCase();
  return plain.length === 1 ? plain : unit;
}

/** Which of the letters a to z are in a text, a bit each. */
export function bitsOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) {
    const place = text.charCodeAt(at) - 97;
    if (place >= 0 && place < 26) bits |= 1 << place;
  }
  return bits;
}

export function subjectOf(text: string, readingsOf: ReadingsOf): Subject {
  const short = text.slice(0, longest);
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

/** A word that someone typed. */
export type Word = { text: string; letters: number };

export const wordOf = (text: string): Word => ({ text, letters: bitsOf(text) });

/** The words of what someone typed; an input method parts syllables by apostrophes. */
export const wordsOf = (typed: string): Word[] =>
  fold(typed.slice(0, longest).replaceAll(/(?<=[a-z])['’](?=[a-z])/gi, ''))
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => wordOf(word.slice(0, longestWord)));

/** Whether a word begins here. */
const isStart = ({ kinds }: Subject, at: number) => at === 0 || kinds[at] !== kinds[at - 1];

/** Where a word is in a text: as it is written, as it sounds, or by the first letters of syllables and words. */
export function findWord(subject: Subject, word: Word): Match | undefined {
  if (word.letters & ~subject.letters) return undefined;
  const { text } = word;
  return findWritten(subject, text) ?? findHeard(subject, text) ?? findInitials(subject, text);
}

/** A little more for a place further inside, and for a longer text. */
const costOf = (subject: Subject, from: number, to: number) => {
  const place = from === 0 ? (to === subject.folded.length ? 0 : 1) : isStart(subject, from) ? 2 : 4;
  return place + subject.folded.length / longest;
};

function findWritten(subject: Subject, word: string): Match | undefined {
  let best: Match | undefined;
  for (let at = subject.folded.indexOf(word); at >= 0; at = subject.folded.indexOf(word, at + 1)) {
    const cost = costOf(subject, at, at + word.length);
    if (!best || cost < best.cost) best = { cost, marks: [[at, at + word.length]] };
  }
  return best;
}

function findHeard(subject: Subject, word: string): Match | undefined {
  let best: Match | undefined;
  const known: Walk['known'] = word.length > longWord ? new Map() : undefined;
  for (let at = 0; at < subject.folded.length; at++) {
    if (!mayBegin(subject, word, at)) continue;
    const heard = hear({ subject, word, known }, at, 0);
    const cost = heard && 1 + heard.cost + costOf(subject, at, heard.to);
    if (cost !== undefined && (!best || cost < best.cost)) best = { cost, marks: [[at, heard!.to]] };
  }
  return best;
}

function mayBegin({ folded, readings }: Subject, word: string, at: number): boolean {
  const first = word.charAt(0);
  if (folded.charAt(at) === first) return true;
  const own = readings[at];
  if (own) for (const reading of own) if (reading.charAt(0) === first) return true;
  return false;
}

type Heard = { to: number; cost: number };
type Walk = { subject: Subject; word: string; known: Map<number, Heard | undefined> | undefined };

/** Hears the rest of a word from a character on: a character may be written, be a syllable or the beginning of one. */
function hear(walk: Walk, at: number, from: number): Heard | undefined {
  const { subject, word, known } = walk;
  if (from >= word.length) return { to: at, cost: 0 };
  if (at >= subject.folded.length) return undefined;
  if (!known) return hearOn(walk, at, from);
  const key = at * longest + from;
  if (!known.has(key)) known.set(key, hearOn(walk, at, from));
  return known.get(key);
}

function hearOn(walk: Walk, at: number, from: number): Heard | undefined {
  const { subject, word } = walk;
  let best: Heard | undefined;
  const take = (length: number, cost: number) => {
    const rest = hear(walk, at + 1, from + length);
    if (rest && (!best || rest.cost + cost < best.cost)) best = { to: rest.to, cost: rest.cost + cost };
  };
  if (subject.folded.charAt(at) === word.charAt(from)) take(1, 0);
  // What stands between words need not be typed.
  else if (from > 0 && subject.kinds[at] === gap) take(0, 0.2);
  else
    for (const [rank, reading] of (subject.readings[at] ?? []).entries())
      takeSyllable({ word, from, reading }, (length, cost) => take(length, cost + (rank > 0 ? 1 : 0)));
  return best;
}

type Syllable = { word: string; from: number; reading: string };

/** How many letters of a word a syllable may take: all of its own, the last of the word, or those it begins with. */
function takeSyllable({ word, from, reading }: Syllable, take: (length: number, cost: number) => void): void {
  if (reading.charAt(0) !== word.charAt(from)) return;
  const left = word.length - from;
  if (word.startsWith(reading, from)) take(reading.length, 0);
  else if (left < reading.length && reading.startsWith(word.slice(from))) return take(left, 0.3);
  if (/^[zcs]h./.test(reading) && word.charAt(from + 1) === 'h') take(2, 0.4);
  if (reading.length > 1) take(1, 0.5);
}

/** "mrr" is Monthly recurring revenue. */
function findInitials(subject: Subject, word: string): Match | undefined {
  if (word.length < 2) return undefined;
  const starts: number[] = [];
  for (let at = 0; at < subject.kinds.length; at++)
    if (subject.kinds[at] === inWord && isStart(subject, at)) starts.push(at);
  if (starts.length < word.length) return undefined;
  const first = starts.map((at) => subject.folded.charAt(at)).join('');
  const at = first.indexOf(word);
  if (at < 0) return undefined;
  const marks = starts.slice(at, at + word.length).map((place): Mark => [place, place + 1]);
  return { cost: 5 + subject.folded.length / longest, marks };
}
