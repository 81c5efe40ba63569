import { useCallback, useEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { isEqual } from './diff.ts';
import { createHistory, type History, record, redo, undo } from './history.ts';
import { createDraftSaver, type DraftState } from './draft-saver.ts';

export type ChangeDashboard = (make: (now: Dashboard) => Dashboard, group?: string) => void;

type EditorAction =
  | { kind: 'change'; make: (now: Dashboard) => Dashboard; group: string | undefined; at: number }
  | { kind: 'amend'; make: (now: Dashboard) => Dashboard }
  | { kind: 'undo' }
  | { kind: 'redo' };

function reduce(history: History<Dashboard>, action: EditorAction): History<Dashboard> {
  if (action.kind === 'undo') return undo(history);
  if (action.kind === 'redo') return redo(history);
  const next = action.make(history.now);
  return action.kind === 'amend' ? { ...history, now: next } : record(history, next, action);
}

/** The version that the draft is based on. */
type BaseVersion = { version: number; dashboard: Dashboard };

export type Editor = {
  id: string;
  now: Dashboard;
  base: BaseVersion;
  draftState: DraftState;
  /** Whether the draft differs from the published version. */
  isChanged: boolean;
  canUndo: boolean;
  canRedo: boolean;
  change: ChangeDashboard;
  /** Changes the dashboard within the last undo step. */
  amend: (make: (now: Dashboard) => Dashboard) => void;
  undo: () => void;
  redo: () => void;
  flush: () => Promise<void>;
  /** Rejects with a Problem; `base` is the version to replace. */
  publish: (base?: number) => Promise<SavedDashboard>;
  /** Continues from another version; the draft stays, or becomes `now`. */
  rebase: (base: BaseVersion, now?: Dashboard) => void;
};

// Typing is saved after a pause, other steps soon: cards run against the saved draft.
const [typingDelayMs, stepDelayMs] = [500, 120];

/** Edits one dashboard: undo history, and the draft on the server. */
export function useEditor(saved: SavedDashboard): Editor {
  const draft = saved.draft;
  const [base, setBase] = useState<BaseVersion>({ version: draft?.base ?? saved.version, dashboard: saved.dashboard });
  const [history, act] = useReducer(reduce, draft?.dashboard ?? saved.dashboard, createHistory<Dashboard>);
  const [draftSaver] = useState(() =>
    createDraftSaver(saved.id, { dashboard: history.now, at: draft?.savedAt ?? null }),
  );
  const draftState = useSyncExternalStore(draftSaver.subscribe, draftSaver.snapshot);
  const { now, last } = history;
  const isTyping = last !== null;
  const lastQueued = useRef(now);
  useEffect(() => {
    if (lastQueued.current === now) return;
    lastQueued.current = now;
    draftSaver.scheduleSave(
      { dashboard: now, base: base.version, published: base.dashboard },
      isTyping ? typingDelayMs : stepDelayMs,
    );
  }, [draftSaver, now, base, isTyping]);
  useSaveOnLeave(draftSaver.saveOnUnload, draftSaver.flush);
  const isChanged = useMemo(() => !isEqual(now, base.dashboard), [now, base]);
  const change = useCallback<ChangeDashboard>(
    (make, group) => act({ kind: 'change', make, group, at: Date.now() }),
    [],
  );
  const amend = useCallback((make: (now: Dashboard) => Dashboard) => act({ kind: 'amend', make }), []);
  const rebase = useCallback(
    (next: BaseVersion, nextDashboard?: Dashboard) => {
      setBase(next);
      if (!nextDashboard) return;
      // The server already has it: only later changes become a draft again.
      lastQueued.current = nextDashboard;
      draftSaver.reset(nextDashboard);
      act({ kind: 'change', make: () => nextDashboard, group: undefined, at: Date.now() });
    },
    [draftSaver],
  );
  return {
    id: saved.id,
    now,
    base,
    draftState,
    isChanged,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    amend,
    undo: useCallback(() => act({ kind: 'undo' }), []),
    redo: useCallback(() => act({ kind: 'redo' }), []),
    flush: draftSaver.flush,
    publish: async (version = base.version) => {
      const saved = await draftSaver.publish({ dashboard: now, base: version });
      setBase({ version: saved.version, dashboard: now });
      return saved;
    },
    rebase,
  };
}

const pendingSaves = new Set<Promise<void>>();

/** Waits until the drafts of closed editors are saved. */
export const waitForDrafts = (): Promise<unknown> => Promise.all(pendingSaves);

/** Sends the unsaved draft when the page unloads (beacon) or is hidden (normal request). */
function useSaveOnLeave(saveOnUnload: () => void, flush: () => Promise<void>): void {
  useEffect(() => {
    const handleHidden = () => void (document.hidden && flush());
    window.addEventListener('pagehide', saveOnUnload);
    document.addEventListener('visibilitychange', handleHidden);
    return () => {
      window.removeEventListener('pagehide', saveOnUnload);
      document.removeEventListener('visibilitychange', handleHidden);
      const save = flush().finally(() => pendingSaves.delete(save));
      pendingSaves.add(save);
    };
  }, [saveOnUnload, flush]);
}
