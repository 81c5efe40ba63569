import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import type { Dashboard } from '#contract/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { AddMenu } from './AddMenu.tsx';
import { createRunner } from '#web/dashboard/view/runner.ts';
import { AnswersContext, Asking } from './answers.ts';
import { Board } from './Board.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { ControlsStrip } from './ControlsStrip.tsx';
import { findCard, removeCard, tabNow } from './document.ts';
import { DraftNote, NewerNote } from './Notes.tsx';
import { EditBar } from './EditBar.tsx';
import style from './EditPage.module.css';
import { draftsLeft, useEditor } from './editor.ts';
import { type Actions, ActionsContext, EditorContext, type Selected } from './editing.ts';
import { HistoryDialog } from './HistoryDialog.tsx';
import { useEditKeys } from './keys.ts';
import { Panel } from './Panel.tsx';
import { usePublishing } from './publishing.ts';
import { TabsBar } from './TabsBar.tsx';

/** Opens a dashboard to be edited, with the latest draft there is. */
export function EditPage({ saved }: { saved: SavedDashboard }) {
  const opened = useLatest(saved);
  return opened ? <Desk key={saved.id} opened={opened} saved={saved} /> : <PageSpinner />;
}

/** A dashboard as the server has it now: what a page remembers may be older than one's own draft. */
function useLatest(saved: SavedDashboard): SavedDashboard | undefined {
  const queries = useQueryClient();
  const [latest, setLatest] = useState<SavedDashboard>();
  const remembered = useEffectEvent(() => saved);
  useEffect(() => {
    void draftsLeft()
      .then(() => queries.fetchQuery({ ...dashboardQuery(saved.id), staleTime: 0 }))
      .catch(remembered)
      .then(setLatest);
  }, [queries, saved.id]);
  return latest;
}

const isThere = (dashboard: Dashboard, selected: Selected): boolean => {
  if (selected?.kind === 'card') return findCard(dashboard, selected.id) !== undefined;
  return selected?.kind !== 'tab' || dashboard.tabs.some(({ id }) => id === selected.id);
};

type DeskProps = {
  /** As it was when the editing began, and as it is now. */
  opened: SavedDashboard;
  saved: SavedDashboard;
};

/** A dashboard while it is being made: its cards on the grid, and beside them what is being changed. */
function Desk({ opened, saved }: DeskProps) {
  const editor = useEditor(opened);
  const { id, now, keeping } = editor;
  const [tabId, setTabId] = useState<string>();
  const [chosen, select] = useState<Selected>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const publishing = usePublishing(editor, saved);
  const tab = tabNow(now, tabId);
  // What was chosen may be undone.
  const selected = isThere(now, chosen) ? chosen : null;
  const [run] = useState(() => createRunner());
  useEditKeys({ onUndo: editor.undo, onRedo: editor.redo, onPublish: publishing.publish });
  const { change } = editor;
  const actions = useMemo<Actions>(
    () => ({ change, select, remove: (card) => change((dashboard) => removeCard(dashboard, card)) }),
    [change],
  );
  return (
    <EditorContext value={{ ...editor, ...actions, tab, selected, openTab: setTabId }}>
      <ActionsContext value={actions}>
        <AnswersContext value={run}>
          <Asking id={id} kept={keeping.dashboard} tab={tab.id} run={run} />
          <EditBar publishing={publishing} onHistory={() => setHistoryOpen(true)} />
          <DraftNote saved={opened} />
          <NewerNote publishing={publishing} saved={saved} />
          <TabsBar />
          <div className={style['bench']} data-open={selected !== null}>
            <div className={style['main']}>
              <ControlsStrip />
              <Board />
              <div className={style['more']}>
                <AddMenu />
              </div>
            </div>
            {selected && <Panel />}
          </div>
          {publishing.isComparing && <ConflictDialog publishing={publishing} saved={saved} />}
          {isHistoryOpen && <HistoryDialog saved={saved} onClose={() => setHistoryOpen(false)} />}
        </AnswersContext>
      </ActionsContext>
    </EditorContext>
  );
}
