import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

import { readSql, readView, writeSql, writeView } from './address.ts';
import type { SqlView } from './sql/sql-view.ts';
import type { View } from './view.ts';

/** What the address says of a view: itself, nothing, or something that cannot be read. */
export type Addressed<V> = V | 'fresh' | 'damaged';

export type Shown = {
  dataset: string | undefined;
  chart: string | undefined;
  tab: 'click' | 'sql';
  view: Addressed<View>;
  sql: Addressed<SqlView>;
};

function readShown(params: URLSearchParams): Shown {
  const dataset = params.get('dataset') || undefined;
  const [text, sql] = [params.get('q'), params.get('sql')];
  return {
    dataset,
    chart: params.get('chart') || undefined,
    tab: params.get('tab') === 'sql' ? 'sql' : 'click',
    view: text === null ? 'fresh' : ((dataset && readView(dataset, text)) ?? 'damaged') || 'damaged',
    sql: sql === null ? 'fresh' : (readSql(sql) ?? 'damaged'),
  };
}

/** The whole state of explore is its address; each change is a step that Back undoes. */
export function useShown() {
  const [params, setParams] = useSearchParams();
  const shown = useMemo(() => readShown(params), [params]);
  const set = useCallback(
    (changes: Record<string, string | undefined>) => setParams((now) => changed(now, changes)),
    [setParams],
  );
  const show = useCallback(
    (view: View, chart?: string) => set({ dataset: view.ask.dataset, chart, q: writeView(view), tab: undefined }),
    [set],
  );
  const showSql = useCallback(
    (view: SqlView, chart?: string) => set({ chart, sql: writeSql(view), tab: 'sql' }),
    [set],
  );
  return { shown, show, showSql };
}

function changed(now: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The address of the same page in another way of asking. A chart is of one way only. */
export function useTabAddress(): (tab: Shown['tab']) => string {
  const [params] = useSearchParams();
  return (tab) => {
    const next = changed(params, { tab: tab === 'sql' ? 'sql' : undefined, chart: undefined });
    return `/dashboard/explore${next.size > 0 ? `?${next}` : ''}`;
  };
}

export const addressOfDataset = (dataset: string) => `/dashboard/explore?dataset=${dataset}`;
export const addressOfChart = (chart: string) => `/dashboard/explore?chart=${chart}`;
export const addressOfSql = '/dashboard/explore?tab=sql';
