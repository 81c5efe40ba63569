import type { Drawing } from '#domain/query/chart.ts';
import { baseText, changeText, type NumberValue, numberValuesOf } from '#display/charts/number-values.ts';
import { changeColour } from '#display/charts/ink.ts';
import { optionsFor } from '#display/charts/draw-input.ts';
import { changeDirectionOf } from '#display/format/change.ts';
import { formatAmount } from '#display/format/unit.ts';
import type { Frame, Look } from '#display/frame.ts';
import { printWords } from '../words.ts';
import { fitLine, widthOf } from './text-layout.ts';
import { coloursOf, translate, textAt } from './markup.ts';
import type { DrawingSize } from './plot.ts';
import { drawSparkline } from './sparkline.ts';

type NumberCardInput = { frame: Frame; drawing: Drawing; look: Look };

const gap = 24;
const arrows = { up: '▲ ', down: '▼ ', level: '' };

/** Large numbers with their change and trend. */
export function drawNumbers({ frame, drawing, look }: NumberCardInput, size: DrawingSize): string {
  const options = optionsFor(drawing);
  const figures = numberValuesOf({ frame, options, look });
  const numberWidth = (size.width - gap * (figures.length - 1)) / Math.max(1, figures.length);
  return figures
    .map((figure, index) => {
      const isAlone = figures.length === 1;
      const markup = drawNumber(figure, {
        look,
        target: options.target,
        isAlone,
        size: { ...size, width: numberWidth },
      });
      return translate(index * (numberWidth + gap), 0, markup);
    })
    .join('');
}

type NumberOptions = { look: Look; target: number | null; isAlone: boolean; size: DrawingSize };

function drawNumber(figure: NumberValue, { look, target, isAlone, size }: NumberOptions): string {
  const { width, height } = size;
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
  // A number is never cut off: its font shrinks.
  const fontSize = Math.max(12, Math.min(36, (36 * width) / Math.max(1, widthOf(value, 36, 'bold'))));
  parts.push(textAt(value, { x: 0, y: y + 35, size: fontSize, colour: text, weight: 'bold' }));
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
  const remaining = height - y - 10;
  if (figure.trend.length > 1 && remaining >= 20) {
    const sparkline = drawSparkline(figure, { width, height: Math.min(72, remaining) }, brand);
    parts.push(translate(0, y + 8, sparkline));
  }
  return parts.join('');
}

type ChangeOptions = { look: Look; width: number; before: string; y: number };

/** The change and its base value, in one line if they fit. */
function drawChange(
  figure: NumberValue,
  { look, width, before, y }: ChangeOptions,
): { markup: string; height: number } {
  const { quiet } = coloursOf(look);
  if (figure.difference === null) {
    return { markup: textAt(fitLine(before, width, 13), { x: 0, y: y + 14, size: 13, colour: quiet }), height: 20 };
  }
  const direction = changeDirectionOf(figure.difference);
  const change = fitLine(`${arrows[direction]}${changeText(figure, look)}`, width, 13, 'bold');
  const colour = changeColour(direction, look);
  const first = textAt(change, { x: 0, y: y + 14, size: 13, colour, weight: 'bold' });
  const x = widthOf(change, 13, 'bold') + 10;
  if (x + widthOf(before, 13) <= width) {
    return { markup: first + textAt(before, { x, y: y + 14, size: 13, colour: quiet }), height: 20 };
  }
  const second = textAt(fitLine(before, width, 13), { x: 0, y: y + 33, size: 13, colour: quiet });
  return { markup: first + second, height: 39 };
}
