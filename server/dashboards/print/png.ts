import { Resvg } from '@resvg/resvg-js';
import { writeFile } from 'node:fs/promises';

import { Problem } from '#contract/errors.ts';
import { textOf } from '#display/words/subject.ts';
import { type Band, bandsOf, gap } from './draw/board.ts';
import { drawCard } from './draw/card.ts';
import { fontFiles, fontName } from './draw/fonts.ts';
import { fitLine } from './draw/letters.ts';
import { boxAt, coloursOf, movedBy, svgOf, textAt } from './draw/markup.ts';
import { drawHead, drawSection, stampOf } from './head.ts';
import { neededHeights } from './needed.ts';
import { loadFreshness, loadShown, type Reader } from './shown.ts';
import { tabsOf } from './tabs.ts';

const width = 1440;
const margin = 32;
const inner = width - 2 * margin;
const foot = 28;
/** In pixels of the file. Higher ones few programs open. */
const mostHeight = 16_000;

type Told = { file: string; onCard: (cards: number) => void };

/** Writes a tab of a dashboard as one picture, as it is on a wide screen. */
export async function writePng(reader: Reader, { file, onCard }: Told): Promise<void> {
  const { job } = reader;
  const tabs = tabsOf(job);
  const tab = tabs.find(({ id }) => id === job.tab) ?? tabs[0]!;
  const bands = bandsOf(tab.cards, inner, await neededHeights(reader, tab.cards));
  const head = drawHead(job, inner);
  const section = tab.title ? 36 : 0;
  const cards = bands.reduce((sum, band) => sum + band.height + gap, 0);
  const height = Math.ceil(margin + head.height + section + cards + foot + margin / 2);
  if (height > mostHeight) throw new Problem('picture_too_tall');
  const parts = [movedBy(margin, margin, head.markup)];
  let y = margin + head.height;
  if (tab.title) parts.push(movedBy(margin, y, drawSection(tab.title, inner, job, 16)));
  y += section;
  let drawn = 0;
  for (const band of bands) {
    parts.push(await drawBand(reader, band, y, () => onCard((drawn += 1))));
    y += band.height + gap;
  }
  const { page, quiet } = coloursOf(job.look);
  const stamp = fitLine(stampOf(job, await loadFreshness(reader)), inner, 12);
  parts.push(textAt(stamp, { x: margin, y: y + 18, size: 12, colour: quiet }));
  const whole = svgOf(width, height, boxAt({ x: 0, y: 0, width, height }, { fill: page }) + parts.join(''));
  await writeFile(file, pictureOf(whole, height * 2 <= mostHeight ? 2 : 1));
}

async function drawBand(reader: Reader, band: Band, y: number, onCard: () => void): Promise<string> {
  const { job } = reader;
  if (band.kind === 'divider') {
    return movedBy(margin, y, drawSection(textOf(band.card.title, job.look.language), inner, job));
  }
  const parts: string[] = [];
  for (const part of band.parts) {
    const shown = await loadShown(reader, part.card);
    parts.push(movedBy(margin + part.x, y + part.y, drawCard(shown, part, job.look)));
    onCard();
  }
  return parts.join('');
}

function pictureOf(svg: string, zoom: number): Buffer {
  const font = {
    fontFiles: Object.values(fontFiles),
    loadSystemFonts: false,
    defaultFontFamily: fontName,
    sansSerifFamily: fontName,
  };
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: zoom } }).render().asPng();
}
