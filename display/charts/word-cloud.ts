import { renderItemOf } from './custom-series.ts';
import { oneLine, widthOf } from './text-width.ts';
import { type ChartPart, partsOf } from './chart-parts.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { amountRows } from './tooltips.ts';

/** A word with its centre position and size. */
export type CloudWord = ChartPart & { x: number; y: number; size: number; textWidth: number };

const maxWords = 150;
const minFontSize = 12;
// Margin for bold text and font differences over the average text width.
const widthMargin = 1.2;

const overlaps = (a: CloudWord, b: CloudWord) =>
  Math.abs(a.x - b.x) * 2 < a.textWidth + b.textWidth + 8 && Math.abs(a.y - b.y) * 2 < (a.size + b.size) * 1.15;

/** The largest font size at which all words fit; if none, the rarest are left out. */
export function placeWords(parts: ChartPart[], width: number, height: number): CloudWord[] {
  const sorted = parts.toSorted((a, b) => b.amount - a.amount || (a.name < b.name ? -1 : 1)).slice(0, maxWords);
  const longest = widthOf(oneLine(sorted[0]?.name ?? ''), 1);
  const largest = Math.min(56, height / 5, (width * 0.7) / Math.max(longest, 1));
  const tries = [1, 0.85, 0.7, 0.58, 0.48].map((share) => Math.max(minFontSize + 2, largest * share));
  let words: CloudWord[] = [];
  for (const size of tries) {
    words = placeIn(sorted, size, width, height);
    if (words.length === sorted.length) break;
  }
  return words;
}

/** Places words from the centre outwards along a spiral, largest first. Deterministic. */
function placeIn(sorted: ChartPart[], largest: number, width: number, height: number): CloudWord[] {
  const maxAmount = sorted[0]?.amount ?? 1;
  const placed: CloudWord[] = [];
  for (const part of sorted) {
    const size = Math.round(minFontSize + (largest - minFontSize) * Math.sqrt(part.amount / maxAmount));
    const textWidth = widthOf(oneLine(part.name), size) * widthMargin;
    const word = findPosition({ ...part, size, textWidth, x: width / 2, y: height / 2 }, placed, width, height);
    if (word) placed.push(word);
  }
  return placed;
}

function findPosition(word: CloudWord, placed: CloudWord[], width: number, height: number): CloudWord | undefined {
  const ratio = width / height;
  for (let turn = 0; turn < 220; turn += 0.12) {
    const radius = turn * 2.2;
    const x = width / 2 + radius * Math.cos(turn) * Math.min(ratio, 2.4) * 0.6;
    const y = height / 2 + radius * Math.sin(turn) * 0.6;
    const candidate = { ...word, x, y };
    const isInside =
      x - word.textWidth / 2 >= 0 &&
      x + word.textWidth / 2 <= width &&
      y - word.size * 0.6 >= 0 &&
      y + word.size * 0.6 <= height;
    if (isInside && !placed.some((other) => overlaps(other, candidate))) return candidate;
    if (radius * 0.6 > Math.max(width, height)) return undefined;
  }
  return undefined;
}

/** Word cloud: font size by value. */
export function drawWords(input: DrawInput): RenderedChart {
  const { look, width, height } = input;
  const { measure, parts } = partsOf(input);
  const positive = parts.filter(({ amount }) => amount > 0);
  const words = placeWords(positive, width, height);
  const missing = positive.length - words.length;
  return {
    option: {
      ...baseOptionOf({ ...input, isStatic: true }, words.length),
      grid: { left: 0, right: 0, top: 0, bottom: 0 },
      xAxis: { type: 'value', min: 0, max: width, show: false },
      yAxis: { type: 'value', min: 0, max: height, inverse: true, show: false },
      tooltip: tooltipFor(input, 'item', ({ dataIndex }) => {
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
          renderItem: renderItemOf((api, index) => {
            const word = words[index]!;
            const [x, y] = api.coord([word.x, word.y]);
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
