import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import Pdf from 'pdfkit';
import svgToPdf from 'svg-to-pdfkit';

import { textOf } from '#display/words/subject.ts';
import { type BandPlacement, bandsOf } from './draw/bands.ts';
import { drawCard } from './draw/card.ts';
import { fontFiles } from './draw/fonts.ts';
import { fitLine } from './draw/text-layout.ts';
import { coloursOf, svgOf, textAt } from './draw/markup.ts';
import { drawHead, drawSection, stampOf, titleOf } from './head.ts';
import type { PrintWriterOptions } from './job.ts';
import { loadTextHeights } from './text-heights.ts';
import { type PrintPage, pagesOf, type TabBands } from './pages.ts';
import { loadFreshness, loadPrintCard, type JobReader } from './print-card.ts';
import { tabsOf } from './tabs.ts';
import { printWords } from './words.ts';

/** A4 landscape, in points. */
const paper = { width: 841.89, height: 595.28 };
const margin = 28;
const footHeight = 20;
/** Points per page pixel: twelve pixels become eight points. */
const scale = 2 / 3;
const width = (paper.width - 2 * margin) / scale;
const height = (paper.height - 2 * margin - footHeight) / scale;
/** The heading of every page but the first, and that of a tab. */
const smallHead = 30;
const tabHead = 36;

type Doc = PDFKit.PDFDocument;

/** Draws markup at a position of the page, in its pixels. */
function drawMarkup(doc: Doc, markup: string, box: { x: number; y: number; width: number; height: number }): void {
  svgToPdf(doc, svgOf(box.width, box.height, markup, scale), margin + box.x * scale, margin + box.y * scale, {
    assumePt: true,
    fontCallback: (_family: string, isBold: boolean) => (isBold ? 'bold' : 'regular'),
    // SVG features that PDF lacks are left out.
    warningCallback: () => undefined,
  });
}

/** Writes a dashboard as PDF pages in vector graphics with embedded fonts. */
export async function writePdf(reader: JobReader, { file, onCard, onFailedCard }: PrintWriterOptions): Promise<void> {
  const { job } = reader;
  const tabs: TabBands[] = [];
  for (const { title, cards } of tabsOf(job)) {
    tabs.push({ title, bands: bandsOf(cards, width, await loadTextHeights(reader, cards)) });
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
  let drawnCards = 0;
  for (const [index, page] of pages.entries()) {
    doc.addPage();
    const top = drawPageHead(doc, { reader, page, head, isFirst: index === 0 });
    for (const { y, band } of page.items) {
      const placement = { band, y: top + y, onCard: () => onCard((drawnCards += 1)), onFailedCard };
      await drawBand(doc, reader, placement);
    }
    drawPageFoot(doc, { reader, stamp, number: index + 1, of: pages.length });
  }
  doc.end();
  await finished(stream);
}

type PageHeading = { reader: JobReader; page: PrintPage; head: ReturnType<typeof drawHead>; isFirst: boolean };

/** Draws the heading of a page; returns its bottom position. */
function drawPageHead(doc: Doc, { reader: { job }, page, head, isFirst }: PageHeading): number {
  const { quiet } = coloursOf(job.look);
  const top = isFirst ? head.height : smallHead;
  const small = () =>
    textAt(fitLine(titleOf(job), width, 12), { x: 0, y: 14, size: 12, colour: quiet, weight: 'bold' });
  drawMarkup(doc, isFirst ? head.markup : small(), { x: 0, y: 0, width, height: top });
  if (!page.tab) return top;
  const name = fitLine(page.tab, width, 16, 'bold');
  drawMarkup(doc, drawSection(name, width, job, 16), { x: 0, y: top - 6, width, height: tabHead });
  return top + tabHead;
}

async function drawBand(doc: Doc, reader: JobReader, { band, y, onCard, onFailedCard }: BandPlacement): Promise<void> {
  const { job } = reader;
  if (band.kind === 'divider') {
    const name = fitLine(textOf(band.card.title, job.look.language), width, 14, 'bold');
    return drawMarkup(doc, drawSection(name, width, job), { x: 0, y, width, height: band.height });
  }
  for (const part of band.parts) {
    const printCard = await loadPrintCard(reader, part.card);
    const markup = await drawCard(printCard, part, { look: job.look, onFailedCard });
    drawMarkup(doc, markup, { ...part, y: y + part.y });
    onCard();
  }
}

type PageFooting = { reader: JobReader; stamp: string; number: number; of: number };

function drawPageFoot(doc: Doc, { reader: { job }, stamp, number, of }: PageFooting): void {
  const { quiet } = coloursOf(job.look);
  const page = printWords[job.look.language].page(number, of);
  const style = { y: 20, size: 12, colour: quiet };
  const markup =
    textAt(fitLine(stamp, width - 200, 12), { x: 0, ...style }) + textAt(page, { x: width, anchor: 'end', ...style });
  drawMarkup(doc, markup, { x: 0, y: height, width, height: footHeight / scale });
}
