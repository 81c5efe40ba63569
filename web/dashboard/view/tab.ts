import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Card, Dashboard, Tab } from '#contract/dashboard.ts';

/** The tab that the address names, else the first one. */
export function useTab({ tabs }: Dashboard): [Tab, (tab: string) => string] {
  const [params] = useSearchParams();
  const tab = tabs.find(({ id }) => id === params.get('tab')) ?? tabs[0]!;
  const addressOf = useCallback(
    (id: string) => {
      const next = new URLSearchParams(params);
      if (id === tabs[0]!.id) next.delete('tab');
      else next.set('tab', id);
      return `?${next.toString()}`;
    },
    [params, tabs],
  );
  return [tab, addressOf];
}

/** The sections that are folded: as their author left them, until someone here folds or opens one. */
export function useFolded({ cards }: Tab): [ReadonlySet<string>, (divider: string) => void] {
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const folded = useMemo(() => {
    const isFolded = (card: Card) => card.kind === 'divider' && card.isFolded !== flipped.has(card.id);
    return new Set(cards.filter(isFolded).map(({ id }) => id));
  }, [cards, flipped]);
  const flip = useCallback((divider: string) => {
    setFlipped((now) => {
      const next = new Set(now);
      if (!next.delete(divider)) next.add(divider);
      return next;
    });
  }, []);
  return [folded, flip];
}
