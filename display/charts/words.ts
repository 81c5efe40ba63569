import { renderOf } from './floating.ts';
import { oneLine, widthOf } from './lettering.ts';
import { type Part, partsOf } from './parts.ts';
import type { Drawn, Picture } from './picture.ts';
import { stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { amountRows } from './tips.ts';

/** A word and the middle of its place. */
export type Word = Part & { x: number; y: number; size: number; wide: number };

const mostWords = 150;
const least = 12;
// Large words are bold, and fonts differ: a little more room than a text needs on average.
const breadth = 1.2;

const overlaps = (a: Word, b: Word) =>
  Math.abs(a.x - b.x) * 2 < a.wide + b.wide + 8 && Math.abs(a.y - b.y) * 2 < (a.size + b.size) * 1.15;

/** As large as they can be with all of them in the picture; if need be, without the rarest. */
export function placeWords(parts: Part[], width: number, height: number): Word[] {
  const sorted = parts.toSorted((a, b) => b.amount - a.amount || (a.name < b.name ? -1 : 1)).slice(0, mostWords);
  const longest = widthOf(oneLine(sorted[0]?.name ?? ''), 1);
  const largest = Math.min(56, height / 5, (width * 0.7) / Math.max(longest, 1));
  const tries = [1, 0.85, 0.7, 0.58, 0.48].map((share) => Math.max(least + 2, largest * share));
  let words: Word[] = [];
  for (const size of tries) {
    words = placeIn(sorted, size, width, height);
    if (words.length === sorted.length) break;
  }
  return words;
}

/** From the middle outwards along a spiral, the largest word first. The same words, the same picture. */
function placeIn(sorted: Part[], largest: number, width: number, height: number): Word[] {
  const most = sorted[0]?.amount ?? 1;
  const placed: Word[] = [];
  for (const part of sorted) {
    const size = Math.round(least + (largest - least) * Math.sqrt(part.amount / most));
    const wide = widthOf(oneLine(part.name), size) * breadth;
    const word = findPlace({ ...part, size, wide, x: width / 2, y: height / 2 }, placed, width, height);
    if (word) placed.push(word);
  }
  return placed;
}

function findPlace(word: Word, placed: Word[], width: number, height: number): Word | undefined {
  const ratio = width / height;
  for (let turn = 0; turn < 220; turn += 0.12) {
    const radius = turn * 2.2;
    const x = width / 2 + radius * Math.cos(turn) * Math.min(ratio, 2.4) * 0.6;
    const y = height / 2 + radius * Math.sin(turn) * 0.6;
    const there = { ...word, x, y };
    const isInside =
      x - word.wide / 2 >= 0 && x + word.wide / 2 <= width && y - word.size * 0.6 >= 0 && y + word.size * 0.6 <= height;
    if (isInside && !placed.some((other) => overlaps(other, there))) return there;
    if (radius * 0.6 > Math.max(width, height)) return undefined;
  }
  return undefined;
}

/** Words as large as their numbers. */
export function drawWords(picture: Picture): Drawn {
  const { look, width, height } = picture;
  const { measure, parts } = partsOf(picture);
  const positive = parts.filter(({ amount }) => amount > 0);
  const words = placeWords(positive, width, height);
  const missing = positive.length - words.length;
  return {
    option: {
      ...stageOf({ ...picture, isStill: true }, words.length),
      grid: { left: 0, right: 0, top: 0, bottom: 0 },
      xAxis: { type: 'value', min: 0, max: width, show: false },
      yAxis: { type: 'value', min: 0, max: height, inverse: true, show: false },
      tooltip: tooltipFor(picture, 'item', ({ dataIndex }) => {
        const word = words[dataIndex];
        if (!word) return null;
        return {
          title: word.name,
          rows: amountRows(measure, { colour: word.colour, value: word.amount, base: word.base }, look),
        };
      }),
      series: [
        {
          type: 'custom',
          data: words.map(({ x, y, row }) => ({ value: [x, y], row })),
          renderItem: renderOf((brush, index) => {
            const word = words[index]!;
            const [x, y] = brush.coord([word.x, word.y]);
            return {
              type: 'text',
              x,
              y,
              style: {
                text: oneLine(word.name),
                fill: word.colour,
                fontSize: word.size,
                fontWeight: word.size > 22 ? 600 : 400,
                align: 'center',
                verticalAlign: 'middle',
              },
            };
          }),
        },
      ],
    },
    rows: [words.map(({ row }) => row)],
    notes: missing > 0 ? [chartTexts[look.language].unfittedWords(missing)] : [],
  };
}
