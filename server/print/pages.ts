import { type PrintBand, gap } from './draw/bands.ts';

/** The bands of one page, each with its top position. */
export type PrintPage = { tab: string; items: { y: number; band: PrintBand }[] };

export type TabBands = { title: string; bands: PrintBand[] };
type PageHeights = { /** Below the header of the first page. */ first: number; later: number };

/** Splits a band that is higher than a page. Cards that are still too high are shrunk. */
function splitBand(band: PrintBand, maxHeight: number): PrintBand[] {
  if (band.kind === 'divider' || band.height <= maxHeight) return [band];
  const base = Math.min(...band.parts.map(({ y }) => y));
  const shifted = band.parts.map((part) => ({ ...part, y: part.y - base, height: Math.min(part.height, maxHeight) }));
  const fitting = shifted.filter(({ y, height }) => y + height <= maxHeight);
  const rest = shifted.filter(({ y, height }) => y + height > maxHeight);
  const own: PrintBand = { ...band, parts: fitting, height: Math.max(...fitting.map(({ y, height }) => y + height)) };
  if (rest.length === 0) return [own];
  const height = Math.max(...rest.map((part) => part.y + part.height));
  return [own, ...splitBand({ ...band, parts: rest, height }, maxHeight)];
}

const minHeight = 160;

/** Puts bands on pages: no card is cut, a tab begins a page, and a section heading is never the last item of a page. */
export function pagesOf(tabs: TabBands[], { first, later }: PageHeights): PrintPage[] {
  const pages: PrintPage[] = [];
  for (const { title, bands } of tabs) {
    pages.push({ tab: title, items: [] });
    let used = 0;
    const whole = bands.flatMap((band) => splitBand(band, later));
    for (const [index, band] of whole.entries()) {
      const next = band.kind === 'divider' ? whole[index + 1] : undefined;
      const neededHeight = band.height + (next ? gap + Math.min(next.height, minHeight) : 0);
      const space = (pages.length === 1 ? first : later) - used;
      if (neededHeight > space && used > 0) {
        pages.push({ tab: title, items: [] });
        used = 0;
      } else if (neededHeight > space && pages.length === 1) {
        // Too high for the space below the header of the first page.
        pages.push({ tab: title, items: [] });
      }
      pages.at(-1)!.items.push({ y: used, band });
      used += band.height + gap;
    }
  }
  return pages.filter(({ items }, index) => index === 0 || items.length > 0);
}
