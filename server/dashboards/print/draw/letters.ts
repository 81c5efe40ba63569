import Pdf from 'pdfkit';

import { oneLine } from '#display/charts/lettering.ts';
import { fontFiles, type Weight } from './fonts.ts';

const known: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() };
let ruler: PDFKit.PDFDocument | undefined;

function rulerOf(): PDFKit.PDFDocument {
  ruler ??= new Pdf({ autoFirstPage: false })
    .registerFont('regular', fontFiles.regular)
    .registerFont('bold', fontFiles.bold);
  return ruler;
}

// Laying out whole texts is slow; letters keep their width.
function letterWidth(letter: string, weight: Weight): number {
  const width = known[weight].get(letter) ?? rulerOf().font(weight).fontSize(100).widthOfString(letter) / 100;
  known[weight].set(letter, width);
  return width;
}

/** How wide a text is. */
export function widthOf(text: string, size: number, weight: Weight = 'regular'): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter, weight);
  return width * size;
}

/** A text in one line that fits, with an ellipsis if it had to be cut. */
export function fitLine(text: string, room: number, size: number, weight: Weight = 'regular'): string {
  const line = oneLine(text);
  if (line.length < 400 && widthOf(line, size, weight) <= room) return line;
  let width = letterWidth('…', weight) * size;
  let kept = '';
  for (const letter of line) {
    width += letterWidth(letter, weight) * size;
    if (width > room) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** A piece of text in one face. */
export type Run = { text: string; weight: Weight; tone: 'text' | 'quiet' | 'brand' };
/** A run with the place at which it begins in its line. */
export type LaidRun = Run & { x: number };

const han = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** Words with the space behind them, and each Chinese character by itself. */
function* wordsOf(text: string): Generator<string> {
  let word = '';
  for (const letter of text) {
    if (han.test(letter)) {
      if (word) yield word;
      word = '';
      yield letter;
    } else {
      word += letter;
      if (letter === ' ') {
        yield word;
        word = '';
      }
    }
  }
  if (word) yield word;
}

/** A word that is wider than a line, in pieces that are not. */
function* piecesOf(word: string, room: number, size: number, weight: Weight): Generator<string> {
  let piece = '';
  for (const letter of word) {
    if (piece && widthOf(piece + letter, size, weight) > room) {
      yield piece;
      piece = '';
    }
    piece += letter;
  }
  if (piece) yield piece;
}

/** Runs as lines of a width. A line break in the text stays one. */
export function wrap(runs: Run[], room: number, size: number): LaidRun[][] {
  const lines: LaidRun[][] = [[]];
  let x = 0;
  const breakLine = () => {
    lines.push([]);
    x = 0;
  };
  const put = (run: Run, text: string) => {
    const width = widthOf(text, size, run.weight);
    if (x > 0 && x + widthOf(text.trimEnd(), size, run.weight) > room) breakLine();
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
        for (const piece of piecesOf(word, room, size, run.weight)) put(run, piece);
      }
    }
  }
  return lines;
}

const oneLineKeepingEnds = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
