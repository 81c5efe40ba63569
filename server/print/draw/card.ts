import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import { refusalOfDrawing } from '#display/charts/refusal.ts';
import type { Look } from '#display/frame.ts';
import type { PrintProgress } from '../job.ts';
import type { PrintCard } from '../print-card.ts';
import { printWords } from '../words.ts';
import { drawNumbers } from './number-card.ts';
import { fitLine, wrap } from './text-layout.ts';
import { boxAt, coloursOf, translate, textAt } from './markup.ts';
import { drawPlot, type DrawingSize } from './plot.ts';
import { drawTable } from './table.ts';
import { drawText, layText } from './text.ts';

const titleHeight = 36;
const topPadding = 10;
const padding = 14;

const topHeightOf = ({ title, kind }: Pick<PrintCard, 'title' | 'kind'>) =>
  title || kind !== 'text' ? titleHeight : topPadding;

/** The height at which a card shows its whole text. */
export const heightOfText = (card: Extract<PrintCard, { kind: 'text' }>, width: number, look: Look): number =>
  Math.ceil(layText(card, width - 2 * padding, look).height) + topHeightOf(card) + padding;

type CardOptions = Pick<PrintProgress, 'onFailedCard'> & { look: Look };

/** A card with its border, drawn from the origin. */
export async function drawCard(card: PrintCard, { width, height }: DrawingSize, options: CardOptions): Promise<string> {
  const { look } = options;
  const colours = coloursOf(look);
  const top = topHeightOf(card);
  const size = { width: width - 2 * padding, height: height - top - padding };
  const frame = boxAt(
    { x: 0.5, y: 0.5, width: width - 1, height: height - 1 },
    { fill: colours.surface, stroke: colours.border, radius: 8 },
  );
  const text = fitLine(card.title, size.width, 13, 'bold');
  const title = textAt(text, { x: padding, y: 23, size: 13, colour: colours.text, weight: 'bold' });
  return frame + title + translate(padding, top, await drawBody(card, size, options));
}

async function drawBody(card: PrintCard, size: DrawingSize, { look, onFailedCard }: CardOptions): Promise<string> {
  if (card.kind === 'failed') return drawMessage(card.reason, size, look);
  if (card.kind === 'text') return drawText(layText(card, size.width, look), size.height, look);
  const { drawnFrame, frame, drawing } = card;
  const refusal = refusalOfDrawing(drawing, drawnFrame, look.language);
  if (refusal) return drawMessage(refusal, size, look);
  try {
    const { surface } = chartKindDescriptors[drawing.kind];
    if (surface === 'number') return drawNumbers({ frame: drawnFrame, drawing, look }, size);
    if (surface === 'plot') return await drawPlot({ frame: drawnFrame, drawing, look }, size);
    return drawTable({ frame, drawing, look }, size);
  } catch (error) {
    // One chart that fails to draw must not fail the whole file.
    onFailedCard(card.card.id, error instanceof Error ? error : new Error(String(error)));
    return drawMessage(printWords[look.language].undrawable, size, look);
  }
}

/** Draws a message in the middle of a card. */
function drawMessage(message: string, { width, height }: DrawingSize, look: Look): string {
  const { quiet } = coloursOf(look);
  const lines = wrap([{ text: message, weight: 'regular', tone: 'quiet' }], width, 13);
  const visibleLines = lines.slice(0, Math.max(1, Math.floor(height / 20)));
  const top = Math.max(0, (height - visibleLines.length * 20) / 2);
  return visibleLines
    .map((line, index) =>
      textAt(line.map(({ text }) => text).join(''), { x: 0, y: top + index * 20 + 15, size: 13, colour: quiet }),
    )
    .join('');
}
