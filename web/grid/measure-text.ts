import { minWidth } from './sheet.ts';

let context: CanvasRenderingContext2D | null | undefined;

/** Pixel width of a text in a cell. */
function widthOf(text: string, weight: 400 | 600): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 8;
  context.font = `${weight} 13px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}

const padding = 26;
/** Width of the sort arrow and the menu button. */
const extras = 40;

/** Width a column needs for its head, these texts and its totals. */
export function fitOf(label: string, texts: string[], maxWidth: number, totals: string[] = []): number {
  const longest = texts.reduce((long, text) => (text.length > long.length ? text : long), '');
  // The longest text need not be the widest, but Chinese and Latin letters seldom mix in a column.
  const widest = Math.max(...[longest, ...texts.slice(0, 20)].map((text) => widthOf(text, 400)));
  const boldest = Math.max(0, ...totals.map((text) => widthOf(text, 600)));
  const width = Math.max(widthOf(label, 400) + extras, widest, boldest) + padding;
  return Math.round(Math.min(Math.max(width, minWidth), maxWidth));
}
