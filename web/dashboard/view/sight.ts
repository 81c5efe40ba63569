import { useCallback, useState } from 'react';

import type { Card } from '#contract/dashboard.ts';
import { gap, rowHeight, sectionsOf } from './grid.ts';

/** The cards in sight; before anything is drawn, those that will be. */
export function useInSight(cards: Card[]): { visible: string[]; handleSight: (card: string, isIn: boolean) => void } {
  const [seen, setSeen] = useState<ReadonlySet<string> | null>(null);
  const handleSight = useCallback((card: string, isIn: boolean) => {
    setSeen((now) => {
      if ((now?.has(card) ?? false) === isIn) return now;
      const next = new Set(now);
      if (isIn) next.add(card);
      else next.delete(card);
      return next;
    });
  }, []);
  const visible = seen ? [...seen] : likelyOf(cards);
  return { visible, handleSight };
}

const likelyOf = (cards: Card[]): string[] =>
  cards.filter(({ place }) => place.y * (rowHeight + gap) < window.innerHeight).map(({ id }) => id);

/** The cards that someone may see: those of sections that are not folded. */
export const openCards = (cards: Card[], folded: ReadonlySet<string>): Card[] =>
  sectionsOf(cards).flatMap(({ divider, cards: own }) => (divider && folded.has(divider.id) ? [] : own));
