import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import { readSql, readView, writeSql, writeView } from './view-url.ts';
import type { SqlView } from './sql/sql-view.ts';
import type { ExploreView } from './explore-view.ts';

/** A view decoded from the URL; `fresh` if there is none, `damaged` if it cannot be decoded. */
export type FromUrl<V> = V | 'fresh' | 'damaged';

export type ExploreLocation = {
  dataset: string | undefined;
  chart: string | undefined;
  tab: 'click' | 'sql';
  view: FromUrl<ExploreView>;
  sql: FromUrl<SqlView>;
};

/** Parameters too long for the URL, stored in the history state instead. */
type OverflowParams = { q?: string | undefined; sql?: string | undefined } | null;

// Servers reject URLs longer than about 16,000 characters.
const maxParamLength = 8_000;

function readLocation(params: URLSearchParams, overflow: OverflowParams): ExploreLocation {
  const dataset = params.get('dataset') || undefined;
  const [text, sql] = [params.get('q') ?? overflow?.q ?? null, params.get('sql') ?? overflow?.sql ?? null];
  return {
    dataset,
    chart: params.get('chart') || undefined,
    tab: params.get('tab') === 'sql' ? 'sql' : 'click',
    view: text === null ? 'fresh' : ((dataset && readView(dataset, text)) ?? 'damaged') || 'damaged',
    sql: sql === null ? 'fresh' : (readSql(sql) ?? 'damaged'),
  };
}

type ParamChanges = { [Name in 'dataset' | 'chart' | 'tab' | 'q' | 'sql']?: string | undefined };

/** Splits changes into URL parameters and history state. */
function splitByLength(
  now: OverflowParams,
  changes: ParamChanges,
): { urlChanges: ParamChanges; state: OverflowParams } {
  const [urlChanges, state] = [{ ...changes }, { ...now }];
  for (const name of ['q', 'sql'] as const) {
    if (!(name in changes)) continue;
    const isLong = (changes[name]?.length ?? 0) > maxParamLength;
    urlChanges[name] = isLong ? undefined : changes[name];
    state[name] = isLong ? changes[name] : undefined;
  }
  return { urlChanges, state };
}

/** The state of explore is its URL; each change is a history entry. */
export function useExploreLocation() {
  const [params, setParams] = useSearchParams();
  const overflow = useLocation().state as OverflowParams;
  const current = useMemo(() => readLocation(params, overflow), [params, overflow]);
  const set = useCallback(
    (changes: ParamChanges) => {
      const { urlChanges, state } = splitByLength(overflow, changes);
      setParams((now) => withParams(now, urlChanges), { state });
    },
    [setParams, overflow],
  );
  const show = useCallback(
    (view: ExploreView, chart?: string) =>
      set({ dataset: view.ask.dataset, chart, q: writeView(view), tab: undefined }),
    [set],
  );
  const showSql = useCallback(
    (view: SqlView, chart?: string) => set({ chart, sql: writeSql(view), tab: 'sql' }),
    [set],
  );
  return { location: current, show, showSql };
}

function withParams(now: URLSearchParams, changes: ParamChanges): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Links to the other tab. A chart belongs to one tab only. An empty SQL tab starts with the built query. */
export function useTabLinks(
  convertedSql: SqlView | undefined,
): (tab: ExploreLocation['tab']) => { to: string; state: OverflowParams } {
  const [params] = useSearchParams();
  const overflow = useLocation().state as OverflowParams;
  const isFresh = readLocation(params, overflow).sql === 'fresh';
  return (tab) => {
    const sql = tab === 'sql' && convertedSql && isFresh ? { sql: writeSql(convertedSql) } : {};
    const { urlChanges, state } = splitByLength(overflow, {
      tab: tab === 'sql' ? 'sql' : undefined,
      chart: undefined,
      ...sql,
    });
    const next = withParams(params, urlChanges);
    return { to: `/dashboard/explore${next.size > 0 ? `?${next}` : ''}`, state };
  };
}

export const addressOfDataset = (dataset: string) => `/dashboard/explore?dataset=${dataset}`;
export const addressOfChart = (chart: string) => `/dashboard/explore?chart=${chart}`;
export const addressOfSql = '/dashboard/explore?tab=sql';
