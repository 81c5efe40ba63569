import { type Band, gap } from './draw/board.ts';

/** What lies on one page: bands, each with the height at which it begins. */
export type Page = { tab: string; items: { y: number; band: Band }[] };

export type TabBands = { title: string; bands: Band[] };
type Heights = { /** Below the head of the first page. */ first: number; later: number };

/** The parts of a band that is higher than a page, as bands that are not. What is still higher is made lower. */
function split(band: Band, most: number): Band[] {
  if (band.kind === 'divider' || band.height <= most) return [band];
  const base = Math.min(...band.parts.map(({ y }) => y));
  const moved = band.parts.map((part) => ({ ...part, y: part.y - base, height: Math.min(part.height, most) }));
  const here = moved.filter(({ y, height }) => y + height <= most);
  const rest = moved.filter(({ y, height }) => y + height > most);
  const own: Band = { ...band, parts: here, height: Math.max(...here.map(({ y, height }) => y + height)) };
  if (rest.length === 0) return [own];
  const height = Math.max(...rest.map((part) => part.y + part.height));
  return [own, ...split({ ...band, parts: rest, height }, most)];
}

const least = 160;

/** Lays bands on pages: no card is cut, a tab begins a page, and the head of a section is never the last thing on one. */
export function pagesOf(tabs: TabBands[], { first, later }: Heights): Page[] {
  const pages: Page[] = [];
  for (const { title, bands } of tabs) {
    pages.push({ tab: title, items: [] });
    let used = 0;
    const whole = bands.flatMap((band) => split(band, later));
    for (const [index, band] of whole.entries()) {
      const next = band.kind === 'divider' ? whole[index + 1] : undefined;
      const wanted = band.height + (next ? gap + Math.min(next.height, least) : 0);
      const room = (pages.length === 1 ? first : later) - used;
      if (wanted > room && used > 0) {
        pages.push({ tab: title, items: [] });
        used = 0;
      } else if (wanted > room && pages.length === 1) {
        // Too high for what the head leaves of the first page.
        pages.push({ tab: title, items: [] });
      }
      pages.at(-1)!.items.push({ y: used, band });
      used += band.height + gap;
    }
  }
  return pages.filter(({ items }, index) => index === 0 || items.length > 0);
}
