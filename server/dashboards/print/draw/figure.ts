import type { Drawing } from '#contract/chart.ts';
import { baseText, changeText, type Figure, figuresOf } from '#display/charts/figure.ts';
import { courseColour } from '#display/charts/ink.ts';
import { optionsFor } from '#display/charts/picture.ts';
import { courseOf } from '#display/format/change.ts';
import { formatAmount } from '#display/format/unit.ts';
import type { Frame, Look } from '#display/frame.ts';
import { printWords } from '../words.ts';
import { fitLine, widthOf } from './letters.ts';
import { coloursOf, movedBy, textAt } from './markup.ts';
import type { Room } from './plot.ts';
import { traceAt } from './trace.ts';

type Wanted = { frame: Frame; drawing: Drawing; look: Look };

const gap = 24;
const arrows = { up: '▲ ', down: '▼ ', level: '' };

/** Numbers in large, with their change and the way that led to them. */
export function drawFigures({ frame, drawing, look }: Wanted, room: Room): string {
  const options = optionsFor(drawing);
  const figures = figuresOf({ frame, options, look });
  const slot = (room.width - gap * (figures.length - 1)) / Math.max(1, figures.length);
  return figures
    .map((figure, index) => {
      const isAlone = figures.length === 1;
      const one = drawOne(figure, { look, target: options.target, isAlone, room: { ...room, width: slot } });
      return movedBy(index * (slot + gap), 0, one);
    })
    .join('');
}

type One = { look: Look; target: number | null; isAlone: boolean; room: Room };

function drawOne(figure: Figure, { look, target, isAlone, room }: One): string {
  const { width, height } = room;
  const words = printWords[look.language];
  const { text, quiet, brand } = coloursOf(look);
  const write = (value: number | null) => formatAmount(value, figure.style, look);
  const parts: string[] = [];
  let y = 0;
  if (!isAlone) {
    parts.push(textAt(fitLine(figure.label, width, 13), { x: 0, y: y + 14, size: 13, colour: quiet }));
    y += 20;
  }
  const value = write(figure.value);
  // A number is never cut: it becomes smaller.
  const size = Math.max(12, Math.min(36, (36 * width) / Math.max(1, widthOf(value, 36, 'bold'))));
  parts.push(textAt(value, { x: 0, y: y + 35, size, colour: text, weight: 'bold' }));
  y += 46;
  const before = baseText(figure, look);
  if (before !== null) {
    const change = drawChange(figure, { look, width, before, y });
    parts.push(change.markup);
    y += change.height;
  }
  if (target !== null && figure.value !== null) {
    parts.push(textAt(fitLine(words.target(write(target)), width, 13), { x: 0, y: y + 14, size: 13, colour: quiet }));
    y += 20;
  }
  const left = height - y - 10;
  if (figure.course.length > 1 && left >= 20) {
    const trace = traceAt(figure, { width, height: Math.min(72, left) }, brand);
    parts.push(movedBy(0, y + 8, trace));
  }
  return parts.join('');
}

type Changed = { look: Look; width: number; before: string; y: number };

/** The change and what it is a change from, in one line where they fit. */
function drawChange(figure: Figure, { look, width, before, y }: Changed): { markup: string; height: number } {
  const { quiet } = coloursOf(look);
  if (figure.difference === null) {
    return { markup: textAt(fitLine(before, width, 13), { x: 0, y: y + 14, size: 13, colour: quiet }), height: 20 };
  }
  const course = courseOf(figure.difference);
  const change = fitLine(`${arrows[course]}${changeText(figure, look)}`, width, 13, 'bold');
  const colour = courseColour(course, look);
  const first = textAt(change, { x: 0, y: y + 14, size: 13, colour, weight: 'bold' });
  const x = widthOf(change, 13, 'bold') + 10;
  if (x + widthOf(before, 13) <= width) {
    return { markup: first + textAt(before, { x, y: y + 14, size: 13, colour: quiet }), height: 20 };
  }
  const second = textAt(fitLine(before, width, 13), { x: 0, y: y + 33, size: 13, colour: quiet });
  return { markup: first + second, height: 39 };
}
