import { useCallback, useState } from 'react';

import type { Card } from '#domain/dashboard/dashboard.ts';
import { estimateVisible } from './run-input.ts';

/** The cards in the viewport; before the first render, an estimate. */
export function useVisibleCards(cards: Card[]): {
  visible: string[];
  handleVisibility: (card: string, isIn: boolean) => void;
} {
  const [visibleIds, setVisibleIds] = useState<ReadonlySet<string> | null>(null);
  const handleVisibility = useCallback((card: string, isIn: boolean) => {
    setVisibleIds((now) => {
      if ((now?.has(card) ?? false) === isIn) return now;
      const next = new Set(now);
      if (isIn) next.add(card);
      else next.delete(card);
      return next;
    });
  }, []);
  const visible = visibleIds ? [...visibleIds] : estimateVisible(cards);
  return { visible, handleVisibility };
}
