import { CalendarOutlined, FilterOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Dashboard, findCard } from '#domain/dashboard/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { createRunner } from '#web/viewer/runner.ts';
import { removeCard, tabOrFirst } from '#domain/dashboard/dashboard-edits.ts';
import { allTime, spanLabel } from '#display/words/span.ts';
import { textOf, capitalize } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { AddMenu } from './AddMenu.tsx';
import { AnswersContext, DraftRunner } from './answers-context.ts';
import { EditGrid } from './EditGrid.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DraftNote, NewerNote } from './Notes.tsx';
import { EditBar } from './EditBar.tsx';
import style from './EditPage.module.css';
import { waitForDrafts, useEditor } from './editor.ts';
import { type EditActions, ActionsContext, EditorContext, type EditSelection, useEditing } from './editing-context.ts';
import { HistoryDialog } from './HistoryDialog.tsx';
import { useEditKeys } from './keys.ts';
import { Panel } from './Panel.tsx';
import { usePublish } from './use-publish.ts';
import { TabsBar } from './TabsBar.tsx';

/** Loads the latest draft and opens the editor. */
export function EditPage({ saved }: { saved: SavedDashboard }) {
  const opened = useLatestDashboard(saved);
  return opened ? <EditorWorkspace key={saved.id} opened={opened} saved={saved} /> : <PageSpinner />;
}

/** Reloads the dashboard: the cached copy may be older than the member's draft. */
function useLatestDashboard(saved: SavedDashboard): SavedDashboard | undefined {
  const queries = useQueryClient();
  const [latest, setLatest] = useState<SavedDashboard>();
  const cachedDashboard = useEffectEvent(() => saved);
  useEffect(() => {
    void waitForDrafts()
      .then(() => queries.fetchQuery({ ...dashboardQuery(saved.id), staleTime: 0 }))
      .catch(cachedDashboard)
      .then(setLatest);
  }, [queries, saved.id]);
  return latest;
}

const exists = (dashboard: Dashboard, selected: EditSelection): boolean => {
  if (selected?.kind === 'card') return findCard(dashboard, selected.id) !== undefined;
  return selected?.kind !== 'tab' || dashboard.tabs.some(({ id }) => id === selected.id);
};

type EditorWorkspaceProps = {
  /** The dashboard when editing started, and the current one. */
  opened: SavedDashboard;
  saved: SavedDashboard;
};

/** The editor: cards on the grid, and a panel for the selection. */
function EditorWorkspace({ opened, saved }: EditorWorkspaceProps) {
  const editor = useEditor(opened);
  const { id, now, draftState } = editor;
  const [tabId, setTabId] = useState<string>();
  const [chosen, select] = useState<EditSelection>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const publishing = usePublish(editor, saved);
  const tab = tabOrFirst(now, tabId);
  // The selected card may be gone after undo.
  const selected = exists(now, chosen) ? chosen : null;
  const [run] = useState(() => createRunner());
  useEditKeys({ onUndo: editor.undo, onRedo: editor.redo, onPublish: publishing.publish });
  const { change } = editor;
  const actions = useMemo<EditActions>(
    () => ({ change, select, remove: (card) => change((dashboard) => removeCard(dashboard, card)) }),
    [change],
  );
  return (
    <EditorContext value={{ ...editor, ...actions, tab, selected, openTab: setTabId }}>
      <ActionsContext value={actions}>
        <AnswersContext value={run}>
          <DraftRunner id={id} savedDraft={draftState.dashboard} tab={tab.id} run={run} />
          <EditBar publishing={publishing} onHistory={() => setHistoryOpen(true)} />
          <DraftNote saved={opened} />
          <NewerNote publishing={publishing} saved={saved} />
          <TabsBar />
          <div className={style['bench']} data-open={selected !== null}>
            <div className={style['main']}>
              <ControlsStrip />
              <EditGrid />
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

/** Preview of the controls; clicking one edits it. */
function ControlsStrip() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { now, select } = useEditing();
  const { span } = now.time;
  return (
    <div className={style['strip']} role="group" aria-label={t('dashboard.edit.controls')}>
      <button type="button" onClick={() => select({ kind: 'dashboard' })}>
        <CalendarOutlined aria-hidden />
        {capitalize(span ? spanLabel(span, language) : allTime[language])}
      </button>
      {now.controls.map(({ id, label }) => (
        <button key={id} type="button" dir="auto" onClick={() => select({ kind: 'control', id })}>
          <FilterOutlined aria-hidden />
          {textOf(label, language) || t('dashboard.edit.unnamed')}
        </button>
      ))}
      <button type="button" data-quiet onClick={() => select({ kind: 'control', id: null })}>
        <PlusOutlined aria-hidden />
        {t('dashboard.edit.addControl')}
      </button>
    </div>
  );
}
