import { leastWidth } from './sheet.ts';

let context: CanvasRenderingContext2D | null | undefined;

/** How wide a text is in a cell. */
function widthOf(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 8;
  context.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}

const padding = 26;
/** What a head has beside its words: an arrow and the button of its menu. */
const extras = 40;

/** Totals are bold. */
const bold = 1.1;

/** How wide a column must be for its head, these texts and its totals. */
export function fitOf(label: string, texts: string[], most: number, totals: string[] = []): number {
  const longest = texts.reduce((long, text) => (text.length > long.length ? text : long), '');
  // The longest by letters need not be the widest, but Chinese and Latin letters seldom mix in one column.
  const widest = Math.max(widthOf(longest), ...texts.slice(0, 20).map(widthOf));
  const boldest = Math.max(0, ...totals.map(widthOf)) * bold;
  const width = Math.max(widthOf(label) + extras, widest, boldest) + padding;
  return Math.round(Math.min(Math.max(width, leastWidth), most));
}
