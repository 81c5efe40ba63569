import { createContext, useContext } from 'react';

import type { Tab } from '#contract/dashboard.ts';
import type { Change, Editor } from './editor.ts';

/** What the panel beside the cards shows. */
export type Selected =
  | { kind: 'card' | 'tab'; id: string }
  | { kind: 'control'; id: string | null }
  | { kind: 'dashboard' }
  | null;

/** What can be done to cards; always the same object, so that a card is not drawn again for what happens elsewhere. */
export type Actions = {
  change: Change;
  select: (selected: Selected) => void;
  remove: (card: string) => void;
};

export const ActionsContext = createContext<Actions | undefined>(undefined);

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('There is no editor around this.');
  return actions;
}

/** What every part of the page works on. */
export type Editing = Editor &
  Actions & {
    /** The tab that is open. */
    tab: Tab;
    openTab: (id: string) => void;
    selected: Selected;
  };

export const EditorContext = createContext<Editing | undefined>(undefined);

export function useEditing(): Editing {
  const editing = useContext(EditorContext);
  if (!editing) throw new Error('There is no editor around this.');
  return editing;
}
