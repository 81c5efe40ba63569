import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

import { readView, writeView } from './address.ts';
import type { View } from './view.ts';

/** What the address says: a view, a fresh start on a dataset, or something that cannot be read. */
export type Shown = {
  dataset: string | undefined;
  chart: string | undefined;
  tab: 'click' | 'sql';
  view: View | 'fresh' | 'damaged';
};

const readShown = (params: URLSearchParams): Shown => {
  const dataset = params.get('dataset') || undefined;
  const text = params.get('q');
  const view = text === null ? 'fresh' : dataset === undefined ? 'damaged' : (readView(dataset, text) ?? 'damaged');
  const tab = params.get('tab') === 'sql' ? 'sql' : 'click';
  return { dataset, chart: params.get('chart') || undefined, tab, view };
};

/** The whole state of explore is its address; each change is a step that Back undoes. */
export function useShown() {
  const [params, setParams] = useSearchParams();
  const shown = useMemo(() => readShown(params), [params]);
  const show = useCallback(
    (view: View, chart?: string) =>
      setParams({ dataset: view.ask.dataset, ...(chart && { chart }), q: writeView(view) }),
    [setParams],
  );
  return { shown, show };
}

export const addressOfView = (view: View, chart?: string) =>
  `/dashboard/explore?${new URLSearchParams({ dataset: view.ask.dataset, ...(chart && { chart }), q: writeView(view) })}`;
export const addressOfDataset = (dataset: string) => `/dashboard/explore?dataset=${dataset}`;
export const addressOfChart = (chart: string) => `/dashboard/explore?chart=${chart}`;
