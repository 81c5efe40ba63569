import type { Card, Tab } from '#contract/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import type { Job } from './job.ts';
import { printWords } from './words.ts';

/** A tab with what it is called, and its cards as one reads them. */
export type ShownTab = { id: string; title: string; cards: Card[] };

/** From the top, and in a row from the left. */
const inOrder = ({ cards }: Tab): Card[] => cards.toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);

/** The tabs of a dashboard; a single one has no name. */
export function tabsOf({ dashboard, look }: Job): ShownTab[] {
  const { language } = look;
  const isAlone = dashboard.tabs.length === 1;
  return dashboard.tabs.map((tab, index) => ({
    id: tab.id,
    title: isAlone ? '' : textOf(tab.title, language) || printWords[language].tab(index + 1),
    cards: inOrder(tab),
  }));
}
