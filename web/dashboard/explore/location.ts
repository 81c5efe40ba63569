import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';

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

/** What is too long for an address; the step in the browser's history has it instead. */
type Kept = { q?: string | undefined; sql?: string | undefined } | null;

// Servers refuse addresses of more than some 16,000 letters.
const longest = 8_000;

function readShown(params: URLSearchParams, kept: Kept): Shown {
  const dataset = params.get('dataset') || undefined;
  const [text, sql] = [params.get('q') ?? kept?.q ?? null, params.get('sql') ?? kept?.sql ?? null];
  return {
    dataset,
    chart: params.get('chart') || undefined,
    tab: params.get('tab') === 'sql' ? 'sql' : 'click',
    view: text === null ? 'fresh' : ((dataset && readView(dataset, text)) ?? 'damaged') || 'damaged',
    sql: sql === null ? 'fresh' : (readSql(sql) ?? 'damaged'),
  };
}

type Changes = { [Name in 'dataset' | 'chart' | 'tab' | 'q' | 'sql']?: string | undefined };

/** The changes as far as an address can hold them, and what else must be kept. */
function placed(now: Kept, changes: Changes): { written: Changes; state: Kept } {
  const [written, state] = [{ ...changes }, { ...now }];
  for (const name of ['q', 'sql'] as const) {
    if (!(name in changes)) continue;
    const isLong = (changes[name]?.length ?? 0) > longest;
    written[name] = isLong ? undefined : changes[name];
    state[name] = isLong ? changes[name] : undefined;
  }
  return { written, state };
}

/** The whole state of explore is its address; each change is a step that Back undoes. */
export function useShown() {
  const [params, setParams] = useSearchParams();
  const kept = useLocation().state as Kept;
  const shown = useMemo(() => readShown(params, kept), [params, kept]);
  const set = useCallback(
    (changes: Changes) => {
      const { written, state } = placed(kept, changes);
      setParams((now) => changed(now, written), { state });
    },
    [setParams, kept],
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

function changed(now: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/**
 * The address of the same page in another way of asking. A chart is of one way only. Where nothing was asked in SQL
 * yet, it begins with what was asked by clicking.
 */
export function useWays(carried: SqlView | undefined): (tab: Shown['tab']) => { to: string; state: Kept } {
  const [params] = useSearchParams();
  const kept = useLocation().state as Kept;
  const isFresh = readShown(params, kept).sql === 'fresh';
  return (tab) => {
    const sql = tab === 'sql' && carried && isFresh ? { sql: writeSql(carried) } : {};
    const { written, state } = placed(kept, { tab: tab === 'sql' ? 'sql' : undefined, chart: undefined, ...sql });
    const next = changed(params, written);
    return { to: `/dashboard/explore${next.size > 0 ? `?${next}` : ''}`, state };
  };
}

export const addressOfDataset = (dataset: string) => `/dashboard/explore?dataset=${dataset}`;
export const addressOfChart = (chart: string) => `/dashboard/explore?chart=${chart}`;
export const addressOfSql = '/dashboard/explore?tab=sql';
