import { useCallback, useEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react';

import type { Dashboard } from '#contract/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards.ts';
import { isEqual } from './diff.ts';
import { beginHistory, type History, record, redo, undo } from './history.ts';
import { createKeeper, type Keeping } from './keeper.ts';

export type Change = (make: (now: Dashboard) => Dashboard, group?: string) => void;

type Action =
  | { kind: 'change'; make: (now: Dashboard) => Dashboard; group: string | undefined; at: number }
  | { kind: 'amend'; make: (now: Dashboard) => Dashboard }
  | { kind: 'undo' }
  | { kind: 'redo' };

function reduce(history: History<Dashboard>, action: Action): History<Dashboard> {
  if (action.kind === 'undo') return undo(history);
  if (action.kind === 'redo') return redo(history);
  const next = action.make(history.now);
  return action.kind === 'amend' ? { ...history, now: next } : record(history, next, action);
}

/** The version that is worked on, and what it holds. */
export type Base = { version: number; dashboard: Dashboard };

export type Editor = {
  id: string;
  now: Dashboard;
  base: Base;
  keeping: Keeping;
  /** Whether there is something to publish. */
  isChanged: boolean;
  canUndo: boolean;
  canRedo: boolean;
  change: Change;
  /** A change that is part of the last step. */
  amend: (make: (now: Dashboard) => Dashboard) => void;
  undo: () => void;
  redo: () => void;
  flush: () => Promise<void>;
  /** Fails with a Problem; `base` is the version that it is meant to follow. */
  publish: (base?: number) => Promise<SavedDashboard>;
  /** The work goes on from another version; what is written stays, or becomes `now`. */
  rebase: (base: Base, now?: Dashboard) => void;
};

// Letters are kept once someone pauses, single steps soon: what a card shows is asked of the draft.
const [pauseOfTyping, pauseOfSteps] = [500, 120];

/** The editing of one dashboard: its steps, and its draft on the server. */
export function useEditor(saved: SavedDashboard): Editor {
  const draft = saved.draft;
  const [base, setBase] = useState<Base>({ version: draft?.base ?? saved.version, dashboard: saved.dashboard });
  const [history, act] = useReducer(reduce, draft?.dashboard ?? saved.dashboard, beginHistory<Dashboard>);
  const [keeper] = useState(() => createKeeper(saved.id, { dashboard: history.now, at: draft?.savedAt ?? null }));
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  const { now, last } = history;
  const isTyping = last !== null;
  const settled = useRef(now);
  useEffect(() => {
    if (settled.current === now) return;
    settled.current = now;
    keeper.keep(
      { dashboard: now, base: base.version, published: base.dashboard },
      isTyping ? pauseOfTyping : pauseOfSteps,
    );
  }, [keeper, now, base, isTyping]);
  useLeaving(keeper.leave, keeper.flush);
  const isChanged = useMemo(() => !isEqual(now, base.dashboard), [now, base]);
  const change = useCallback<Change>((make, group) => act({ kind: 'change', make, group, at: Date.now() }), []);
  const amend = useCallback((make: (now: Dashboard) => Dashboard) => act({ kind: 'amend', make }), []);
  const rebase = useCallback(
    (next: Base, shown?: Dashboard) => {
      setBase(next);
      if (!shown) return;
      // It is what the server has: only what is done after it is a draft again.
      settled.current = shown;
      keeper.forget(shown);
      act({ kind: 'change', make: () => shown, group: undefined, at: Date.now() });
    },
    [keeper],
  );
  return {
    id: saved.id,
    now,
    base,
    keeping,
    isChanged,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    amend,
    undo: useCallback(() => act({ kind: 'undo' }), []),
    redo: useCallback(() => act({ kind: 'redo' }), []),
    flush: keeper.flush,
    publish: async (version = base.version) => {
      const saved = await keeper.publish({ dashboard: now, base: version });
      setBase({ version: saved.version, dashboard: now });
      return saved;
    },
    rebase,
  };
}

const leaving = new Set<Promise<void>>();

/** Until the drafts of editors that were left are on the server. */
export const draftsLeft = (): Promise<unknown> => Promise.all(leaving);

/** What is not kept yet goes off with the page; a page that is only hidden sends it in the usual way. */
function useLeaving(leave: () => void, flush: () => Promise<void>): void {
  useEffect(() => {
    const handleHidden = () => void (document.hidden && flush());
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', handleHidden);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', handleHidden);
      const left = flush().finally(() => leaving.delete(left));
      leaving.add(left);
    };
  }, [leave, flush]);
}
