import type { Encoding } from '#domain/cells/reading.ts';
import { commonCharacters } from './common-characters.ts';
import { createDecoder } from './decoder.ts';

/** An encoding, the decoded text, and its plausibility: higher is better, below zero is gibberish. */
export type RankedEncoding = { encoding: Encoding; text: string; score: number };

/** Languages whose letters beyond ASCII take one byte. */
type Alphabet = 'western' | 'central' | 'cyrillic' | 'greek';
type EastAsian = keyof typeof commonCharacters;
type ScriptLanguage = EastAsian | Alphabet;

/** Most files that are not UTF-8 come from Chinese programs; Russian is more frequent than Greek. */
const priors: Partial<Record<Encoding, number>> = { gb18030: 0.3, 'windows-1253': -0.3, 'iso-8859-7': -0.3 };

/** Candidate encodings and their language. Among equals the first wins. */
const candidates: [Encoding, ScriptLanguage][] = [
  ['gb18030', 'simplified'],
  ['windows-1252', 'western'],
  ['shift_jis', 'japanese'],
  ['big5', 'traditional'],
  ['euc-kr', 'korean'],
  ['euc-jp', 'japanese'],
  ['windows-1251', 'cyrillic'],
  ['iso-8859-15', 'western'],
  ['windows-1253', 'greek'],
  ['iso-8859-7', 'greek'],
  ['windows-1250', 'central'],
];

/** Ranks the encodings that decode bytes that are not UTF-8, by the frequency of their characters. */
export function rankEncodings(lines: Buffer): RankedEncoding[] {
  const ranked = candidates.flatMap(([encoding, language]): RankedEncoding[] => {
    const text = decodeLines(lines, encoding);
    return text === undefined ? [] : [{ encoding, text, score: scoreOf(text, language) + (priors[encoding] ?? 0) }];
  });
  return preferEuro(lines, ranked).toSorted((a, b) => b.score - a.score);
}

function decodeLines(lines: Buffer, encoding: Encoding): string | undefined {
  try {
    const decoder = createDecoder(encoding);
    return decoder.decode(lines) + decoder.end();
  } catch {
    // Bytes that this encoding does not have.
    return undefined;
  }
}

// ISO 8859-15 is windows-1252 with eight different characters, and without those from 0x80 to 0x9f.
function preferEuro(lines: Buffer, ranked: RankedEncoding[]): RankedEncoding[] {
  const isWindows = lines.some((byte) => byte >= 0x80 && byte <= 0x9f);
  return ranked.filter(({ encoding }) => encoding !== 'iso-8859-15' || !isWindows);
}

// oxlint-disable-next-line no-control-regex -- everything beyond ASCII
const beyondAscii = /[^\u0000-\u007f]/gu;

/** The mean plausibility of the characters beyond ASCII, by themselves and with their neighbours. */
function scoreOf(text: string, language: ScriptLanguage): number {
  let [sum, count] = [0, 0];
  for (const match of text.matchAll(beyondAscii)) {
    const { index } = match;
    const char = match[0];
    const before = text[index - 1] ?? '\n';
    const after = text[index + char.length] ?? '\n';
    // A two-byte character has twice the weight.
    const weight = isAlphabet(language) ? 1 : 2;
    sum += weight * plausibilityOf({ char, before, after }, language);
    count += weight;
  }
  return count === 0 ? 0 : sum / count;
}

type CharContext = { char: string; before: string; after: string };

const alphabets: Record<Alphabet, (context: CharContext) => number> = {
  western: (context) => latinScore(context, western),
  central: (context) => latinScore(context, central),
  cyrillic: (context) => ownLettersScore(context, cyrillic),
  greek: (context) => ownLettersScore(context, greek),
};

const isAlphabet = (language: ScriptLanguage): language is Alphabet => language in alphabets;

function plausibilityOf(context: CharContext, language: ScriptLanguage): number {
  return isAlphabet(language) ? alphabets[language](context) : eastAsianScore(context, language);
}

const isAsciiLetter = (char: string) => /[A-Za-z]/.test(char);
const isLetter = (char: string) => /\p{L}/u.test(char);
const isLower = (char: string) => /\p{Ll}/u.test(char);
const isUpper = (char: string) => /\p{Lu}/u.test(char);

const western = {
  frequent: new Set('äöüßéèàçñáíóúãõâêôåøæÄÖÜÉÅØÁÀÇÑÓÍÚÆ'),
  others: new Set('ëîïûùìòœÿýÈÊËÎÏÔÛÙŒŸÝÂÃÕšžŠŽ'),
};
// Languages from Poland to Croatia.
const central = {
  frequent: new Set('ąćęłńóśźżáčéěíňřšťúůýžöüőűŁŚŻŹĆČŠŽŘÁÉÍÓÖÜÚĐđ'),
  others: new Set('ďĄĘŃĎĚŇŤŮÝŐŰäôľĺŕĽĹŔÄÔăâîşţĂÂÎŞŢßëËçÇ'),
};
const signs = new Set('°£€§©®µ½¼¾±×«»¿¡·“”„‘’–—…™•²³ºª\u00a0');

function latinScore({ char, before, after }: CharContext, { frequent, others }: typeof western): number {
  if (signs.has(char)) return signScore({ char, before, after });
  const base = frequent.has(char) ? 2 : others.has(char) ? 0.5 : -3;
  if (base < 0) return base;
  // A capital comes first or among capitals; consecutive accents are rare.
  if (isUpper(char) && isLower(before)) return -2;
  if (isUpper(char) && isUpper(after) && !isAsciiLetter(after)) return -2;
  const neighbours = [before, after].filter((other) => !isAsciiLetter(other) && isLetter(other)).length;
  return base - 1.5 * neighbours + (isAsciiLetter(before) || isAsciiLetter(after) ? 1 : -0.5);
}

function signScore({ char, before, after }: CharContext): number {
  if ('’‘'.includes(char)) return isAsciiLetter(before) || isAsciiLetter(after) ? 2 : 0;
  if ('“„«¿¡'.includes(char)) return isAsciiLetter(after) || /[\d\s]/.test(after) ? 1.5 : -1;
  if ('°£€'.includes(char)) return /[\d\s.,;\t(]/.test(before) || /[\d\s]/.test(after) ? 2 : -1;
  const isBetweenOthers = [before, after].some((other) => other > '\u007f');
  return isBetweenOthers ? -1.5 : isAsciiLetter(before) && isAsciiLetter(after) ? -1.5 : 1;
}

const cyrillic = {
  letters: /[А-Яа-яЁё]/,
  frequent: /[оеаинтсрвлОЕАИНТСРВЛ]/,
  rare: /[ъэщёфЪЭЩЁФЫЬ]/,
  vowels: /[аеёиоуыэюяіїє]/i,
};
const greek = {
  letters: /[Ά-ώ]/,
  frequent: /[αοιετσνηρςάίόέΑΟΙΕΤΣΝΗΡ]/,
  rare: /[ψΨξΞΐΰϊϋΪΫζ]/,
  vowels: /[αεηιουωάέήίόύώϊϋΐΰ]/i,
};

/**
 * Letters are next to letters of their own script, never to Latin ones; most are frequent, and few are between
 * consonants only.
 */
function ownLettersScore(
  { char, before, after }: CharContext,
  { letters, frequent, rare, vowels }: typeof cyrillic,
): number {
  if (/[«»№–—“”„…\u00a0]/.test(char)) return 0.5;
  if (!letters.test(char)) return -3;
  if (isAsciiLetter(before) || isAsciiLetter(after)) return -3;
  if (isUpper(char) && isLower(before)) return -3;
  const hasOwnScript = letters.test(before) || letters.test(after);
  const frequency = frequent.test(char) ? 0.4 : rare.test(char) ? -1.5 : -0.4;
  const isRun = [before, char, after].every((each) => letters.test(each) && !vowels.test(each));
  return (hasOwnScript ? 2.2 : -1.5) + frequency - (isRun ? 2 : 0);
}

function eastAsianScore({ char, before, after }: CharContext, language: EastAsian): number {
  const own = eastAsianCharacter(char, language);
  // In “Bühler” two bytes would be one character between Latin letters.
  const isAmidLatin = isAsciiLetter(before) || isAsciiLetter(after);
  return isAmidLatin ? own - (isAsciiLetter(before) && isAsciiLetter(after) ? 6 : 3) : own;
}

const isFullWidth = (char: string) => /[\u3000-\u303f\uff01-\uff5e·—“”‘’…％￥]/.test(char);

function eastAsianCharacter(char: string, language: EastAsian): number {
  if (commonCharacters[language].has(char)) return 3;
  if (isFullWidth(char)) return 1;
  if (/[\u3041-\u309f\u30a0-\u30ff]/.test(char)) return language === 'japanese' ? 3 : -1;
  if (/[\uac00-\ud7a3]/.test(char)) return language === 'korean' ? 1.7 : -3;
  if (/[\uff61-\uff9f]/.test(char)) return -2;
  if (/[\u4e00-\u9fff]/.test(char)) return language === 'korean' ? -2 : isFirstLevel(char, language) ? 0.3 : -2.5;
  return -4;
}

/** Level 1 of each standard: the more frequent half of its characters. */
const levels: Partial<Record<EastAsian, { encoding: Encoding; from: number; to: number }>> = {
  simplified: { encoding: 'gb18030', from: 0xb0, to: 0xd7 },
  japanese: { encoding: 'euc-jp', from: 0xb0, to: 0xcf },
  traditional: { encoding: 'big5', from: 0xa4, to: 0xc6 },
};
const firstLevels = new Map<EastAsian, Set<string>>();

function isFirstLevel(char: string, language: EastAsian): boolean {
  const firstLevel = firstLevels.get(language) ?? listFirstLevel(language);
  firstLevels.set(language, firstLevel);
  return firstLevel.has(char);
}

function listFirstLevel(language: EastAsian): Set<string> {
  const level = levels[language];
  const characters = new Set<string>();
  if (!level) return characters;
  const decoder = new TextDecoder(level.encoding);
  for (let lead = level.from; lead <= level.to; lead++) {
    for (let trail = level.encoding === 'big5' ? 0x40 : 0xa1; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (text.length === 1) characters.add(text);
    }
  }
  return characters;
}
