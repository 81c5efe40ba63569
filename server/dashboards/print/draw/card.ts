import { refusalOfDrawing } from '#display/charts/kinds.ts';
import type { Look } from '#display/frame.ts';
import type { Shown } from '../shown.ts';
import { printWords } from '../words.ts';
import { drawFigures } from './figure.ts';
import { fitLine, wrap } from './letters.ts';
import { boxAt, coloursOf, movedBy, textAt } from './markup.ts';
import { drawPlot, type Room } from './plot.ts';
import { drawTable } from './table.ts';
import { drawText, layText } from './text.ts';

const head = 36;
const lid = 10;
const side = 14;

const lidOf = ({ title, kind }: Pick<Shown, 'title' | 'kind'>) => (title || kind !== 'text' ? head : lid);

/** How high a card must be to show all of its text. */
export const heightOfText = (shown: Extract<Shown, { kind: 'text' }>, width: number, look: Look): number =>
  Math.ceil(layText(shown, width - 2 * side, look).height) + lidOf(shown) + side;

/** A card with its frame, as a drawing that begins at nothing. */
export function drawCard(shown: Shown, { width, height }: Room, look: Look): string {
  const colours = coloursOf(look);
  const top = lidOf(shown);
  const room = { width: width - 2 * side, height: height - top - side };
  const frame = boxAt(
    { x: 0.5, y: 0.5, width: width - 1, height: height - 1 },
    { fill: colours.surface, stroke: colours.border, radius: 8 },
  );
  const text = fitLine(shown.title, room.width, 13, 'bold');
  const title = textAt(text, { x: side, y: 23, size: 13, colour: colours.text, weight: 'bold' });
  return frame + title + movedBy(side, top, drawBody(shown, room, look));
}

function drawBody(shown: Shown, room: Room, look: Look): string {
  if (shown.kind === 'failed') return sentenceAt(shown.reason, room, look);
  if (shown.kind === 'text') return drawText(layText(shown, room.width, look), room.height, look);
  const { drawn, frame, drawing } = shown;
  const refusal = refusalOfDrawing(drawing, drawn, look.language);
  if (refusal) return sentenceAt(refusal, room, look);
  try {
    if (drawing.kind === 'figure') return drawFigures({ frame: drawn, drawing, look }, room);
    const isTable = drawing.kind === 'table' || drawing.kind === 'pivot';
    return isTable ? drawTable({ frame, drawing, look }, room) : drawPlot({ frame: drawn, drawing, look }, room);
  } catch {
    // One picture that cannot be drawn must not cost all the others.
    return sentenceAt(printWords[look.language].undrawable, room, look);
  }
}

/** Why there is nothing to see, in the middle of the card. */
function sentenceAt(sentence: string, { width, height }: Room, look: Look): string {
  const { quiet } = coloursOf(look);
  const lines = wrap([{ text: sentence, weight: 'regular', tone: 'quiet' }], width, 13);
  const shown = lines.slice(0, Math.max(1, Math.floor(height / 20)));
  const top = Math.max(0, (height - shown.length * 20) / 2);
  return shown
    .map((line, index) =>
      textAt(line.map(({ text }) => text).join(''), { x: 0, y: top + index * 20 + 15, size: 13, colour: quiet }),
    )
    .join('');
}
