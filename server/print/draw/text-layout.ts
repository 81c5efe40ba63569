import Pdf from 'pdfkit';

import { oneLine } from '#display/charts/text-width.ts';
import { fontFiles, type Weight } from './fonts.ts';

const widthCache: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() };
let ruler: PDFKit.PDFDocument | undefined;

function rulerOf(): PDFKit.PDFDocument {
  ruler ??= new Pdf({ autoFirstPage: false })
    .registerFont('regular', fontFiles.regular)
    .registerFont('bold', fontFiles.bold);
  return ruler;
}

// Measuring whole texts is slow; the widths of characters are cached.
function characterWidth(character: string, weight: Weight): number {
  const width =
    widthCache[weight].get(character) ?? rulerOf().font(weight).fontSize(100).widthOfString(character) / 100;
  widthCache[weight].set(character, width);
  return width;
}

/** The width of a text in pixels. */
export function widthOf(text: string, size: number, weight: Weight = 'regular'): number {
  let width = 0;
  for (const character of text) width += characterWidth(character, weight);
  return width * size;
}

/** Fits a text into one line, with an ellipsis if it is cut. */
export function fitLine(text: string, maxWidth: number, size: number, weight: Weight = 'regular'): string {
  const line = oneLine(text);
  if (line.length < 400 && widthOf(line, size, weight) <= maxWidth) return line;
  let width = characterWidth('…', weight) * size;
  let fitted = '';
  for (const character of line) {
    width += characterWidth(character, weight) * size;
    if (width > maxWidth) break;
    fitted += character;
  }
  return `${fitted.trimEnd()}…`;
}

/** A piece of text in one style. */
export type TextRun = { text: string; weight: Weight; tone: 'text' | 'quiet' | 'brand' };
/** A run with its position in the line. */
export type PlacedRun = TextRun & { x: number };

const han = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** Words with their trailing space; each Chinese character is a word. */
function* wordsOf(text: string): Generator<string> {
  let word = '';
  for (const character of text) {
    if (han.test(character)) {
      if (word) yield word;
      word = '';
      yield character;
    } else {
      word += character;
      if (character === ' ') {
        yield word;
        word = '';
      }
    }
  }
  if (word) yield word;
}

/** Splits a word that is wider than a line. */
function* piecesOf(word: string, maxWidth: number, size: number, weight: Weight): Generator<string> {
  let piece = '';
  for (const character of word) {
    if (piece && widthOf(piece + character, size, weight) > maxWidth) {
      yield piece;
      piece = '';
    }
    piece += character;
  }
  if (piece) yield piece;
}

/** Wraps runs into lines of a width. Line breaks in the text are kept. */
export function wrap(runs: TextRun[], maxWidth: number, size: number): PlacedRun[][] {
  const lines: PlacedRun[][] = [[]];
  let x = 0;
  const breakLine = () => {
    lines.push([]);
    x = 0;
  };
  const append = (run: TextRun, text: string) => {
    const width = widthOf(text, size, run.weight);
    if (x > 0 && x + widthOf(text.trimEnd(), size, run.weight) > maxWidth) breakLine();
    const line = lines.at(-1)!;
    const last = line.at(-1);
    if (last && last.weight === run.weight && last.tone === run.tone) last.text += text;
    else line.push({ ...run, text, x });
    x += width;
  };
  for (const run of runs) {
    for (const [index, part] of run.text.split('\n').entries()) {
      if (index > 0) breakLine();
      for (const word of wordsOf(oneLineKeepingEnds(part))) {
        for (const piece of piecesOf(word, maxWidth, size, run.weight)) append(run, piece);
      }
    }
  }
  return lines;
}

const oneLineKeepingEnds = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
