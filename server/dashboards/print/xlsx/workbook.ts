import { writeFile } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';

import { kindTexts } from '#display/charts/names.ts';
import { textOf } from '#display/words/subject.ts';
import { loadFreshness, loadShown, type Reader, type Shown } from '../shown.ts';
import { tabsOf } from '../tabs.ts';
import { printWords } from '../words.ts';
import { markdownSheet } from './markdown-sheet.ts';
import { coverSheet, type Listed } from './cover.ts';
import { sheetNamer } from './sheet-names.ts';
import { type Made, tableSheet, textSheet } from './table-sheet.ts';

/** A workbook is put together in memory, so that there is an end to what it can hold. */
const mostCells = 2_000_000;

type Told = { file: string; onCard: (cards: number) => void };

/** Writes a dashboard as a workbook: a cover, then a sheet a card. */
export async function writeWorkbook(reader: Reader, { file, onCard }: Told): Promise<void> {
  const { job } = reader;
  const { language } = job.look;
  const words = printWords[language];
  const nameOf = sheetNamer();
  const cover = nameOf(words.cover, words.cover);
  const cards = tabsOf(job).flatMap(({ title, cards: own }) => own.map((card) => ({ card, tab: title })));
  const made: Made[] = [];
  const listed: Listed[] = [];
  let room = mostCells;
  for (const [index, { card, tab }] of cards.entries()) {
    if (card.kind === 'divider') continue;
    const shown = await loadShown(reader, card);
    const kind = kindOf(shown, language);
    const name = nameOf(shown.title, kind);
    const sheet = sheetOf(shown, { name, look: job.look, room: Math.floor(room / (cards.length - index)) });
    room -= sheet.cells;
    made.push(sheet);
    listed.push({ name, title: shown.title, tab, kind, note: shown.kind === 'failed' ? shown.reason : sheet.note });
    onCard(made.length);
  }
  const first = coverSheet(job, { name: cover, sheets: listed, freshness: await loadFreshness(reader) });
  const title = textOf(job.dashboard.title, language) || words.untitled;
  const book = await writeXlsx({
    sheets: [first, ...made.map(({ sheet }) => sheet)],
    properties: { title, creator: job.madeBy },
  });
  await writeFile(file, book);
}

function kindOf(shown: Shown, language: keyof typeof printWords): string {
  if (shown.kind === 'text') return printWords[language].text;
  return shown.card.kind === 'chart' ? kindTexts[language][shown.card.chart.drawing.kind].name : '';
}

function sheetOf(shown: Shown, making: Parameters<typeof tableSheet>[1]): Made {
  if (shown.kind === 'chart') return tableSheet(shown, making);
  if (shown.kind === 'failed') return textSheet(making.name, [shown.title, shown.reason]);
  return markdownSheet(making.name, shown.text, shown.numbers);
}
