import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import Pdf from 'pdfkit';
import svgToPdf from 'svg-to-pdfkit';

import { textOf } from '#display/words/subject.ts';
import { type Band, bandsOf } from './draw/board.ts';
import { drawCard } from './draw/card.ts';
import { fontFiles } from './draw/fonts.ts';
import { fitLine } from './draw/letters.ts';
import { coloursOf, svgOf, textAt } from './draw/markup.ts';
import { drawHead, drawSection, stampOf, titleOf } from './head.ts';
import { neededHeights } from './needed.ts';
import { type Page, pagesOf, type TabBands } from './pages.ts';
import { loadFreshness, loadShown, type Reader } from './shown.ts';
import { tabsOf } from './tabs.ts';
import { printWords } from './words.ts';

/** A4, lying, in points. */
const paper = { width: 841.89, height: 595.28 };
const margin = 28;
const foot = 20;
/** Pixels of the page to points on paper: what is twelve pixels high is eight points high. */
const scale = 2 / 3;
const width = (paper.width - 2 * margin) / scale;
const height = (paper.height - 2 * margin - foot) / scale;
/** The head of every page but the first, and that of a tab. */
const smallHead = 30;
const tabHead = 36;

type Told = { file: string; onCard: (cards: number) => void };
type Doc = PDFKit.PDFDocument;

/** Draws something at a place of the page, in its pixels. */
function put(doc: Doc, markup: string, box: { x: number; y: number; width: number; height: number }): void {
  svgToPdf(doc, svgOf(box.width, box.height, markup, scale), margin + box.x * scale, margin + box.y * scale, {
    assumePt: true,
    fontCallback: (_family: string, isBold: boolean) => (isBold ? 'bold' : 'regular'),
    // What a drawing has that paper has not is left out.
    warningCallback: () => undefined,
  });
}

/** Writes a dashboard on pages, drawn in vectors, with its fonts in the file. */
export async function writePdf(reader: Reader, { file, onCard }: Told): Promise<void> {
  const { job } = reader;
  const tabs: TabBands[] = [];
  for (const { title, cards } of tabsOf(job)) {
    tabs.push({ title, bands: bandsOf(cards, width, await neededHeights(reader, cards)) });
  }
  const head = drawHead(job, width);
  const extra = tabs.length > 1 ? tabHead : 0;
  const pages = pagesOf(tabs, { first: height - head.height - extra, later: height - smallHead - extra });
  const stamp = stampOf(job, await loadFreshness(reader));
  const doc = new Pdf({
    size: [paper.width, paper.height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: titleOf(job), Author: job.madeBy, CreationDate: new Date(job.madeAt) },
    lang: job.look.language === 'zh_CN' ? 'zh-CN' : 'en-US',
  });
  doc.registerFont('regular', fontFiles.regular).registerFont('bold', fontFiles.bold);
  const stream = doc.pipe(createWriteStream(file));
  let drawn = 0;
  for (const [index, page] of pages.entries()) {
    doc.addPage();
    const top = putHead(doc, { reader, page, head, isFirst: index === 0 });
    for (const { y, band } of page.items) {
      await putBand(doc, reader, { band, y: top + y, onCard: () => onCard((drawn += 1)) });
    }
    putFoot(doc, { reader, stamp, number: index + 1, of: pages.length });
  }
  doc.end();
  await finished(stream);
}

type Heading = { reader: Reader; page: Page; head: ReturnType<typeof drawHead>; isFirst: boolean };

/** The head of a page; gives where it ends. */
function putHead(doc: Doc, { reader: { job }, page, head, isFirst }: Heading): number {
  const { quiet } = coloursOf(job.look);
  const top = isFirst ? head.height : smallHead;
  const small = () =>
    textAt(fitLine(titleOf(job), width, 12), { x: 0, y: 14, size: 12, colour: quiet, weight: 'bold' });
  put(doc, isFirst ? head.markup : small(), { x: 0, y: 0, width, height: top });
  if (!page.tab) return top;
  const name = fitLine(page.tab, width, 16, 'bold');
  put(doc, drawSection(name, width, job, 16), { x: 0, y: top - 6, width, height: tabHead });
  return top + tabHead;
}

type Putting = { band: Band; y: number; onCard: () => void };

async function putBand(doc: Doc, reader: Reader, { band, y, onCard }: Putting): Promise<void> {
  const { job } = reader;
  if (band.kind === 'divider') {
    const name = fitLine(textOf(band.card.title, job.look.language), width, 14, 'bold');
    return put(doc, drawSection(name, width, job), { x: 0, y, width, height: band.height });
  }
  for (const part of band.parts) {
    const shown = await loadShown(reader, part.card);
    put(doc, drawCard(shown, part, job.look), { ...part, y: y + part.y });
    onCard();
  }
}

type Footing = { reader: Reader; stamp: string; number: number; of: number };

function putFoot(doc: Doc, { reader: { job }, stamp, number, of }: Footing): void {
  const { quiet } = coloursOf(job.look);
  const page = printWords[job.look.language].page(number, of);
  const look = { y: 20, size: 12, colour: quiet };
  const markup =
    textAt(fitLine(stamp, width - 200, 12), { x: 0, ...look }) + textAt(page, { x: width, anchor: 'end', ...look });
  put(doc, markup, { x: 0, y: height, width, height: foot / scale });
}
