import type { Cell, CellValue } from 'hucre/xlsx';

import { type Block, blocksOf } from '../draw/markdown-blocks.ts';
import type { TextRun } from '../draw/text-layout.ts';
import { textCell } from './cells.ts';
import type { BuiltSheet } from './table-sheet.ts';

type CellStyle = NonNullable<Cell['style']>;
type SheetLine = { cells: string[]; style: CellStyle };

const textOf = (runs: TextRun[]) => runs.map(({ text }) => text).join('');
const top = { wrapText: true, vertical: 'top' as const };
const indentOf = (indent: number) => ({ ...top, indent: Math.min(15, Math.round(indent / 10)) });

/** A cell is bold if all of its text is. */
function fontOf(runs: TextRun[], size: number): NonNullable<CellStyle['font']> {
  const filled = runs.filter(({ text }) => text.trim() !== '');
  return {
    ...(filled.length > 0 && filled.every(({ weight }) => weight === 'bold') && { bold: true }),
    ...(filled.length > 0 && filled.every(({ tone }) => tone === 'quiet') && { color: { rgb: '586276' } }),
    ...(size > 14 && { size: size === 18 ? 16 : 13 }),
  };
}

function linesOf(block: Block): SheetLine[] {
  const alignment = indentOf(block.indent);
  switch (block.kind) {
    case 'runs': {
      const text = `${block.mark ? `${block.mark} ` : ''}${textOf(block.runs)}`;
      return [{ cells: [text], style: { alignment, font: fontOf(block.runs, block.size) } }];
    }
    case 'code':
      return block.lines.map((line) => ({ cells: [line], style: { alignment, font: { name: 'Consolas' } } }));
    case 'line':
      return [{ cells: [''], style: { border: { bottom: { style: 'thin', color: { rgb: 'B9C2D3' } } } } }];
    default:
      return [
        { cells: block.head.map(textOf), style: { alignment: top, font: { bold: true } } },
        ...block.rows.map((row) => ({ cells: row.map(textOf), style: { alignment: top } })),
      ];
  }
}

/** A text card as a sheet: headings, lists and tables are formatted, without Markdown syntax. */
export function markdownSheet(name: string, text: string, numbers: Record<string, string>): BuiltSheet {
  const resolveNumber = (number: string) => (Object.hasOwn(numbers, number) ? numbers[number] : undefined);
  const lines = blocksOf(text, resolveNumber).flatMap(linesOf);
  const cells = new Map<string, Partial<Cell>>();
  const rows = lines.map(({ cells: texts, style }, row) => {
    texts.forEach((_, column) => cells.set(`${row},${column}`, { style: { ...style, numFmt: '@' } }));
    return texts.map((each): CellValue => textCell(each));
  });
  const width = Math.max(1, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => ({ width: column === 0 && width === 1 ? 100 : 40 }));
  return {
    sheet: { name, columns, rows, cells, view: { showGridLines: false } },
    note: '',
    cells: rows.length * width,
  };
}
