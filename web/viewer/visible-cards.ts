import { useCallback, useState } from 'react';

import type { Card } from '#domain/dashboard/dashboard.ts';
import { gap, rowHeight, sectionsOf } from './grid.ts';

/** The cards in the viewport; before the first render, an estimate. */
export function useVisibleCards(cards: Card[]): {
  visible: string[];
  handleSight: (card: string, isIn: boolean) => void;
} {
  const [visibleIds, setVisibleIds] = useState<ReadonlySet<string> | null>(null);
  const handleSight = useCallback((card: string, isIn: boolean) => {
    setVisibleIds((now) => {
      if ((now?.has(card) ?? false) === isIn) return now;
      const next = new Set(now);
      if (isIn) next.add(card);
      else next.delete(card);
      return next;
    });
  }, []);
  const visible = visibleIds ? [...visibleIds] : estimateVisible(cards);
  return { visible, handleSight };
}

const estimateVisible = (cards: Card[]): string[] =>
  cards.filter(({ place }) => place.y * (rowHeight + gap) < window.innerHeight).map(({ id }) => id);

/** The cards of unfolded sections. */
export const unfoldedCards = (cards: Card[], folded: ReadonlySet<string>): Card[] =>
  sectionsOf(cards).flatMap(({ divider, cards: own }) => (divider && folded.has(divider.id) ? [] : own));
