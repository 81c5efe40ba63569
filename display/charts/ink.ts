import type { Look } from '#display/frame.ts';

/** The non-data colours of a chart, the same as those of the pages (web/ui/global.css). */
export type Ink = {
  surface: string;
  border: string;
  text: string;
  quiet: string;
  /** Split lines. */
  grid: string;
  good: string;
  bad: string;
  /** The rest ("Other"), and missing values. */
  rest: string;
  empty: string;
};

export const inks: Record<Look['theme'], Ink> = {
  light: {
    surface: '#ffffff',
    border: '#dde3ed',
    text: '#1a2233',
    quiet: '#586276',
    grid: '#e8ecf3',
    good: '#27803a',
    bad: '#c92a2a',
    rest: '#8a93a5',
    empty: '#e3e7ee',
  },
  dark: {
    surface: '#171c26',
    border: '#2c3444',
    text: '#e6eaf2',
    quiet: '#9ba7bb',
    grid: '#262e3d',
    good: '#69c77c',
    bad: '#ff8787',
    rest: '#7c879b',
    empty: '#2c3444',
  },
};

export const inkOf = ({ theme }: Look): Ink => inks[theme];

export const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Noto Sans SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif";

/** Colour of an increase or decrease; which of red and green means up is a preference. */
export function changeColour(direction: 'up' | 'down' | 'level', look: Look): string {
  const { good, bad, quiet } = inkOf(look);
  if (direction === 'level') return quiet;
  return (direction === 'up') === (look.rising === 'green') ? good : bad;
}
