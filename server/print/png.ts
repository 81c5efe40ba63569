import { Resvg } from '@resvg/resvg-js';
import { writeFile } from 'node:fs/promises';

import { Problem } from '#contract/errors.ts';
import { textOf } from '#display/words/subject.ts';
import { type BandPlacement, bandsOf, gap } from './draw/bands.ts';
import { drawCard } from './draw/card.ts';
import { fontFiles, fontName } from './draw/fonts.ts';
import { fitLine } from './draw/text-layout.ts';
import { boxAt, coloursOf, translate, svgOf, textAt } from './draw/markup.ts';
import { drawHead, drawSection, stampOf } from './head.ts';
import type { PrintWriterOptions } from './job.ts';
import { loadTextHeights } from './text-heights.ts';
import { loadFreshness, loadPrintCard, type JobReader } from './print-card.ts';
import { tabsOf } from './tabs.ts';

const width = 1440;
const margin = 32;
const innerWidth = width - 2 * margin;
const footHeight = 28;
/** In pixels of the file. Few programs open higher images. */
const maxHeight = 16_000;

/** Writes a tab of a dashboard as one image, as on a wide screen. */
export async function writePng(reader: JobReader, { file, onCard, onFailedCard }: PrintWriterOptions): Promise<void> {
  const { job } = reader;
  const tabs = tabsOf(job);
  const tab = tabs.find(({ id }) => id === job.tab) ?? tabs[0]!;
  const bands = bandsOf(tab.cards, innerWidth, await loadTextHeights(reader, tab.cards));
  const head = drawHead(job, innerWidth);
  const section = tab.title ? 36 : 0;
  const cards = bands.reduce((sum, band) => sum + band.height + gap, 0);
  const height = Math.ceil(margin + head.height + section + cards + footHeight + margin / 2);
  if (height > maxHeight) throw new Problem('picture_too_tall');
  const parts = [translate(margin, margin, head.markup)];
  let y = margin + head.height;
  if (tab.title) parts.push(translate(margin, y, drawSection(tab.title, innerWidth, job, 16)));
  y += section;
  let drawnCards = 0;
  for (const band of bands) {
    parts.push(await drawBand(reader, { band, y, onCard: () => onCard((drawnCards += 1)), onFailedCard }));
    y += band.height + gap;
  }
  const { page, quiet } = coloursOf(job.look);
  const stamp = fitLine(stampOf(job, await loadFreshness(reader)), innerWidth, 12);
  parts.push(textAt(stamp, { x: margin, y: y + 18, size: 12, colour: quiet }));
  const whole = svgOf(width, height, boxAt({ x: 0, y: 0, width, height }, { fill: page }) + parts.join(''));
  await writeFile(file, pngOf(whole, height * 2 <= maxHeight ? 2 : 1));
}

async function drawBand(reader: JobReader, { band, y, onCard, onFailedCard }: BandPlacement): Promise<string> {
  const { job } = reader;
  if (band.kind === 'divider') {
    return translate(margin, y, drawSection(textOf(band.card.title, job.look.language), innerWidth, job));
  }
  const parts: string[] = [];
  for (const part of band.parts) {
    const printCard = await loadPrintCard(reader, part.card);
    const markup = await drawCard(printCard, part, { look: job.look, onFailedCard });
    parts.push(translate(margin + part.x, y + part.y, markup));
    onCard();
  }
  return parts.join('');
}

function pngOf(svg: string, zoom: number): Buffer {
  const font = {
    fontFiles: Object.values(fontFiles),
    loadSystemFonts: false,
    defaultFontFamily: fontName,
    sansSerifFamily: fontName,
  };
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: zoom } }).render().asPng();
}
