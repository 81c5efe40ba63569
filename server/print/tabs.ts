import type { Card, DashboardTab } from '#domain/dashboard/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import type { PrintJob } from './job.ts';
import { printWords } from './words.ts';

/** A tab with its title, and its cards in reading order. */
export type PrintTab = { id: string; title: string; cards: Card[] };

/** From top to bottom, then from left to right. */
const readingOrderOf = ({ cards }: DashboardTab): Card[] =>
  cards.toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);

/** The tabs of a dashboard; a single tab has no title. */
export function tabsOf({ dashboard, look }: PrintJob): PrintTab[] {
  const { language } = look;
  const isAlone = dashboard.tabs.length === 1;
  return dashboard.tabs.map((tab, index) => ({
    id: tab.id,
    title: isAlone ? '' : textOf(tab.title, language) || printWords[language].tab(index + 1),
    cards: readingOrderOf(tab),
  }));
}
