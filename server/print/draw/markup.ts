import type { Look } from '#display/frame.ts';
import { inkOf } from '#display/charts/ink.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { stripInvalidXml } from '../xml-text.ts';
import { fontName, type Weight } from './fonts.ts';

/** Escapes a text for SVG, so that nothing in it is markup. */
const escapeText = (text: string): string => escapeMarkup(stripInvalidXml(text));

const round = (value: number) => Math.round(value * 100) / 100;

type TextPlacement = { x: number; y: number; size: number; colour: string; weight?: Weight; anchor?: 'start' | 'end' };

/** A line of text; `y` is its baseline. */
export function textAt(
  text: string,
  { x, y, size, colour, weight = 'regular', anchor = 'start' }: TextPlacement,
): string {
  if (text === '') return '';
  const bold = weight === 'bold' ? ' font-weight="bold"' : '';
  const end = anchor === 'end' ? ' text-anchor="end"' : '';
  return `<text x="${round(x)}" y="${round(y)}" font-family="${fontName}" font-size="${size}"${bold}${end} fill="${colour}" xml:space="preserve">${escapeText(text)}</text>`;
}

type SvgBox = { x: number; y: number; width: number; height: number };
type BoxStyle = { fill: string; stroke?: string; radius?: number; opacity?: number };

export function boxAt({ x, y, width, height }: SvgBox, { fill, stroke, radius = 0, opacity }: BoxStyle): string {
  const line = stroke ? ` stroke="${stroke}" stroke-width="1"` : '';
  const faint = opacity === undefined ? '' : ` fill-opacity="${round(opacity)}"`;
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" rx="${radius}" fill="${fill}"${faint}${line}/>`;
}

export const lineAt = (from: [number, number], to: [number, number], colour: string): string =>
  `<line x1="${round(from[0])}" y1="${round(from[1])}" x2="${round(to[0])}" y2="${round(to[1])}" stroke="${colour}" stroke-width="1"/>`;

export const translate = (x: number, y: number, inner: string): string =>
  `<g transform="translate(${round(x)} ${round(y)})">${inner}</g>`;

/** A whole drawing; `scale` is the size of its pixels. */
export const svgOf = (width: number, height: number, inner: string, scale = 1): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${round(width * scale)}" height="${round(height * scale)}" viewBox="0 0 ${round(width)} ${round(height)}">${inner}</svg>`;

/** Colours of pages that are not part of the chart colours. */
export const pageColours = {
  light: { page: '#f3f5f9', brand: '#3b5bdb', warn: '#b35c00' },
  dark: { page: '#0e1219', brand: '#7d95fb', warn: '#ffb566' },
};
export const coloursOf = (look: Look) => ({ ...inkOf(look), ...pageColours[look.theme] });
export type Colours = ReturnType<typeof coloursOf>;
