import { minWidth } from './sheet.ts';

let context: CanvasRenderingContext2D | null | undefined;

/** Pixel width of the widest of these cell texts. */
function widestOf(texts: string[], weight: 400 | 600): number {
  if (texts.length === 0) return 0;
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return Math.max(...texts.map(({ length }) => length)) * 8;
  // Read once for all texts, because it forces a style recalculation.
  context.font = `${weight} 13px ${getComputedStyle(document.body).fontFamily}`;
  return Math.max(...texts.map((text) => context!.measureText(text).width));
}

const padding = 26;
/** Width of the sort arrow and the menu button. */
const extras = 40;

/** Width a column needs for its head, these texts and its totals. */
export function fitOf(label: string, texts: string[], maxWidth: number, totals: string[] = []): number {
  const longest = texts.reduce((long, text) => (text.length > long.length ? text : long), '');
  // The longest text need not be the widest, but Chinese and Latin letters seldom mix in a column.
  const widest = widestOf([longest, ...texts.slice(0, 20)], 400);
  const width = Math.max(widestOf([label], 400) + extras, widest, widestOf(totals, 600)) + padding;
  return Math.round(Math.min(Math.max(width, minWidth), maxWidth));
}
