import { writeFile } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';

import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import { textOf } from '#display/words/subject.ts';
import type { PrintWriterOptions } from '../job.ts';
import { loadFreshness, loadPrintCard, type JobReader, type PrintCard } from '../print-card.ts';
import { tabsOf } from '../tabs.ts';
import { printWords } from '../words.ts';
import { markdownSheet } from './markdown-sheet.ts';
import { coverSheet, type CoverEntry } from './cover.ts';
import { type BuiltSheet, tableSheet, textSheet } from './table-sheet.ts';

/** A workbook is built in memory, so its size is limited. */
const maxCells = 2_000_000;

/** Writes a dashboard as a workbook: a cover, then one sheet per card. */
export async function writeWorkbook(reader: JobReader, { file, onCard }: PrintWriterOptions): Promise<void> {
  const { job } = reader;
  const { language } = job.look;
  const words = printWords[language];
  const nameOf = sheetNamer();
  const cover = nameOf(words.cover, words.cover);
  const cards = tabsOf(job).flatMap(({ title, cards: own }) => own.map((card) => ({ card, tab: title })));
  const sheets: BuiltSheet[] = [];
  const entries: CoverEntry[] = [];
  let remainingCells = maxCells;
  for (const [index, { card, tab }] of cards.entries()) {
    if (card.kind === 'divider') continue;
    const printCard = await loadPrintCard(reader, card);
    const kind = kindOf(printCard, language);
    const name = nameOf(printCard.title, kind);
    const sheet = sheetOf(printCard, {
      name,
      look: job.look,
      maxCells: Math.floor(remainingCells / (cards.length - index)),
    });
    remainingCells -= sheet.cells;
    sheets.push(sheet);
    entries.push({
      name,
      title: printCard.title,
      tab,
      kind,
      note: printCard.kind === 'failed' ? printCard.reason : sheet.note,
    });
    onCard(sheets.length);
  }
  const first = coverSheet(job, { name: cover, sheets: entries, freshness: await loadFreshness(reader) });
  const title = textOf(job.dashboard.title, language) || words.untitled;
  const book = await writeXlsx({
    sheets: [first, ...sheets.map(({ sheet }) => sheet)],
    properties: { title, creator: job.madeBy },
  });
  await writeFile(file, book);
}

function kindOf(printCard: PrintCard, language: keyof typeof printWords): string {
  if (printCard.kind === 'text') return printWords[language].text;
  return printCard.card.kind === 'chart'
    ? chartKindDescriptors[printCard.card.chart.drawing.kind].texts[language].name
    : '';
}

function sheetOf(printCard: PrintCard, options: Parameters<typeof tableSheet>[1]): BuiltSheet {
  if (printCard.kind === 'chart') return tableSheet(printCard, options);
  if (printCard.kind === 'failed') return textSheet(options.name, [printCard.title, printCard.reason]);
  return markdownSheet(options.name, printCard.text, printCard.numbers);
}

const maxSheetNameLength = 31;

/** Removes characters that Excel forbids in sheet names, and avoids its reserved name. */
function cleanOf(name: string): string {
  const clean = name
    .replaceAll(/[[\]:*?/\\\p{C}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[' ]+|[' ]+$/g, '');
  return /^history$/i.test(clean) ? `${clean} ` : clean;
}

// Surrogate pairs count twice and must not be split.
function truncate(name: string, length: number): string {
  let result = '';
  for (const character of name) {
    if (result.length + character.length > length) break;
    result += character;
  }
  return result.trim().replaceAll(/'+$/g, '');
}

/** Creates unique sheet names, ignoring case. */
function sheetNamer(): (title: string, fallback: string) => string {
  const usedNames = new Set<string>();
  return (title, fallback) => {
    const clean = cleanOf(title) || cleanOf(fallback) || '-';
    let name = truncate(clean, maxSheetNameLength);
    for (let number = 2; usedNames.has(name.toLowerCase()); number += 1) {
      const end = ` (${number})`;
      name = truncate(clean, maxSheetNameLength - end.length) + end;
    }
    usedNames.add(name.toLowerCase());
    return name;
  };
}
