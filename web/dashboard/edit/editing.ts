import { createContext, useContext } from 'react';

import type { Tab } from '#contract/dashboard.ts';
import type { Run } from '#web/dashboard/view/run.ts';
import type { Editor } from './editor.ts';

/** What the panel beside the cards shows. */
export type Selected =
  | { kind: 'card' | 'tab'; id: string }
  | { kind: 'control'; id: string | null }
  | { kind: 'dashboard' }
  | null;

/** What every part of the page works on. */
export type Editing = Editor & {
  run: Run;
  /** The tab that is open. */
  tab: Tab;
  openTab: (id: string) => void;
  selected: Selected;
  select: (selected: Selected) => void;
  remove: (card: string) => void;
};

export const EditorContext = createContext<Editing | undefined>(undefined);

export function useEditing(): Editing {
  const editing = useContext(EditorContext);
  if (!editing) throw new Error('There is no editor around this.');
  return editing;
}
