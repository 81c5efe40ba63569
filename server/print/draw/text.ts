import type { Look } from '#display/frame.ts';
import type { PrintCard } from '../print-card.ts';
import { type Block, blocksOf } from './markdown-blocks.ts';
import { fitLine, type PlacedRun, wrap } from './text-layout.ts';
import { boxAt, type Colours, coloursOf, lineAt, textAt } from './markup.ts';

type TextPrintCard = Extract<PrintCard, { kind: 'text' }>;

/** A text after layout: its height, and its pieces with their bottom positions. */
export type LaidText = { height: number; pieces: { markup: string; bottom: number }[] };

const blockGap = 8;
const lineHeight = 1.55;

/** Lays out a text for a width. */
export function layText(
  { text, numbers }: Pick<TextPrintCard, 'text' | 'numbers'>,
  width: number,
  look: Look,
): LaidText {
  const resolveNumber = (name: string) => (Object.hasOwn(numbers, name) ? numbers[name] : undefined);
  const colours = coloursOf(look);
  const pieces: LaidText['pieces'] = [];
  let y = 0;
  for (const block of blocksOf(text, resolveNumber)) {
    const laid = layBlock(block, { width: width - block.indent, colours, y });
    pieces.push(...laid.pieces);
    y += laid.height + blockGap;
  }
  return { height: Math.max(0, y - blockGap), pieces };
}

/** Draws the lines that fit; an ellipsis shows that there are more. */
export function drawText(laid: LaidText, height: number, look: Look): string {
  const { quiet } = coloursOf(look);
  if (laid.height <= height + 2) return laid.pieces.map(({ markup }) => markup).join('');
  const visiblePieces = laid.pieces.filter(({ bottom }) => bottom <= height - 16);
  const y = (visiblePieces.at(-1)?.bottom ?? 0) + 12;
  return visiblePieces.map(({ markup }) => markup).join('') + textAt('…', { x: 0, y, size: 14, colour: quiet });
}

type BlockArea = { width: number; colours: Colours; y: number };
type LaidBlock = LaidText & { height: number };

function layBlock(block: Block, area: BlockArea): LaidBlock {
  const { y, colours, width } = area;
  if (block.kind === 'line') {
    const markup = lineAt([block.indent, y + 4], [block.indent + width, y + 4], colours.border);
    return { height: 8, pieces: [{ markup, bottom: y + 8 }] };
  }
  if (block.kind === 'code') return layCode(block, area);
  return block.kind === 'table' ? layTable(block, area) : layRuns(block, area);
}

const lineOf = (line: PlacedRun[], x: number, y: number, size: number, colours: Colours) =>
  line
    .map((run) => textAt(run.text, { x: x + run.x, y, size, colour: colours[run.tone], weight: run.weight }))
    .join('');

function layRuns(
  { runs, size, indent, mark }: Extract<Block, { kind: 'runs' }>,
  { width, colours, y }: BlockArea,
): LaidBlock {
  const step = Math.round(size * lineHeight);
  const lines = wrap(runs, width, size);
  const pieces = lines.map((line, index) => {
    const base = y + index * step + step * 0.72;
    const before = index === 0 && mark ? textAt(mark, { x: indent - 16, y: base, size, colour: colours.quiet }) : '';
    return { markup: before + lineOf(line, indent, base, size, colours), bottom: y + (index + 1) * step };
  });
  return { height: lines.length * step, pieces };
}

function layCode({ lines, indent }: Extract<Block, { kind: 'code' }>, { width, colours, y }: BlockArea): LaidBlock {
  const step = 19;
  const pieces = lines.map((line, index) => {
    const box = { x: indent, y: y + index * step, width, height: step };
    const text = fitLine(line.replaceAll('\t', '  '), width - 16, 12.5);
    const base = y + index * step + 14;
    return {
      markup:
        boxAt(box, { fill: colours.page }) + textAt(text, { x: indent + 8, y: base, size: 12.5, colour: colours.text }),
      bottom: y + (index + 1) * step,
    };
  });
  return { height: lines.length * step, pieces };
}

function layTable(
  { head, rows, indent }: Extract<Block, { kind: 'table' }>,
  { width, colours, y }: BlockArea,
): LaidBlock {
  const columnWidth = width / Math.max(1, head.length);
  const pieces: LaidText['pieces'] = [];
  let top = y;
  for (const row of [head, ...rows]) {
    const cells = row.map((runs) => wrap(runs, columnWidth - 12, 13));
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * 19 + 6;
    const texts = cells.flatMap((lines, column) =>
      lines.map((line, index) => lineOf(line, indent + column * columnWidth, top + index * 19 + 16, 13, colours)),
    );
    const below = lineAt([indent, top + height], [indent + width, top + height], colours.border);
    pieces.push({ markup: texts.join('') + below, bottom: top + height });
    top += height;
  }
  return { height: top - y, pieces };
}
