import { createContext, useContext } from 'react';

import { type Dashboard, type DashboardTab, findCard } from '#domain/dashboard/dashboard.ts';
import type { ChangeDashboard, Editor } from './editor.ts';

/** What the side panel edits. */
export type EditSelection =
  | { kind: 'card' | 'tab'; id: string }
  | { kind: 'control'; id: string | null }
  | { kind: 'dashboard' }
  | null;

/** Actions on cards; a stable object, so that cards do not render again for unrelated changes. */
export type EditActions = {
  change: ChangeDashboard;
  select: (selected: EditSelection) => void;
  remove: (card: string) => void;
};

export const ActionsContext = createContext<EditActions | undefined>(undefined);

export function useActions(): EditActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('useActions is called outside the editor.');
  return actions;
}

/** Everything the parts of the editor share. */
export type EditingState = Editor &
  EditActions & {
    /** The open tab. */
    tab: DashboardTab;
    openTab: (id: string) => void;
  };

export const EditorContext = createContext<EditingState | undefined>(undefined);

export function useEditing(): EditingState {
  const editing = useContext(EditorContext);
  if (!editing) throw new Error('useEditing is called outside the editor.');
  return editing;
}

/** A separate context: with many cards, rendering the whole editor for a selection would be slow. */
export const SelectionContext = createContext<EditSelection>(null);

const exists = (dashboard: Dashboard, selected: EditSelection): boolean => {
  if (selected?.kind === 'card') return findCard(dashboard, selected.id) !== undefined;
  return selected?.kind !== 'tab' || dashboard.tabs.some(({ id }) => id === selected.id);
};

/** What is selected; nothing if it is gone after undo. */
export function useSelection(): EditSelection {
  const selected = useContext(SelectionContext);
  const { now } = useEditing();
  return exists(now, selected) ? selected : null;
}
