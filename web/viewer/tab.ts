import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Dashboard, DashboardTab } from '#domain/dashboard/dashboard.ts';
import { foldedIn, tabIn } from './run-input.ts';

/** The tab named by the URL, else the first one. */
export function useTab({ tabs }: Dashboard): [DashboardTab, (tab: string) => string] {
  const [params] = useSearchParams();
  const tab = tabIn(params, tabs);
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

/** The folded sections: the author's default, toggled by the viewer. */
export function useFolded({ cards }: DashboardTab): [ReadonlySet<string>, (divider: string) => void] {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const folded = useMemo(() => foldedIn(cards, toggled), [cards, toggled]);
  const toggleFold = useCallback((divider: string) => {
    setToggled((now) => {
      const next = new Set(now);
      if (!next.delete(divider)) next.add(divider);
      return next;
    });
  }, []);
  return [folded, toggleFold];
}
