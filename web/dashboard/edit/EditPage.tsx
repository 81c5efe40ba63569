import { CalendarOutlined, FilterOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

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
import {
  type EditActions,
  ActionsContext,
  EditorContext,
  type EditSelection,
  SelectionContext,
  useEditing,
  useSelection,
} from './editing-context.ts';
import { HistoryDialog } from './HistoryDialog.tsx';
import { useEditKeys } from './keys.ts';
import { Panel } from './Panel.tsx';
import { usePublish } from './use-publish.ts';
import { TabsBar } from './TabsBar.tsx';

/** Loads the latest draft and opens the editor. */
export function EditPage({ saved }: { saved: SavedDashboard }) {
  const opened = useLatestDashboard(saved);
  return opened ? <SelectingEditor key={saved.id} opened={opened} saved={saved} /> : <PageSpinner />;
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

type SelectingEditorProps = {
  /** The dashboard when editing started, and the current one. */
  opened: SavedDashboard;
  saved: SavedDashboard;
};

/** The editor with its selection. */
function SelectingEditor(props: SelectingEditorProps) {
  const [selected, select] = useState<EditSelection>(null);
  return (
    <SelectionContext value={selected}>
      <EditorWorkspace {...props} select={select} />
    </SelectionContext>
  );
}

type EditorWorkspaceProps = SelectingEditorProps & Pick<EditActions, 'select'>;

/** The editor: cards on the grid, and a panel for the selection. */
const EditorWorkspace = memo(function EditorWorkspace({ opened, saved, select }: EditorWorkspaceProps) {
  const editor = useEditor(opened);
  const { id, now, draftState } = editor;
  const [tabId, setTabId] = useState<string>();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const publishing = usePublish(editor, saved);
  const tab = tabOrFirst(now, tabId);
  const [run] = useState(() => createRunner());
  useEditKeys({ onUndo: editor.undo, onRedo: editor.redo, onPublish: publishing.publish });
  const { change } = editor;
  const actions = useMemo<EditActions>(
    () => ({ change, select, remove: (card) => change((dashboard) => removeCard(dashboard, card)) }),
    [change, select],
  );
  return (
    <EditorContext value={{ ...editor, ...actions, tab, openTab: setTabId }}>
      <ActionsContext value={actions}>
        <AnswersContext value={run}>
          <DraftRunner id={id} savedDraft={draftState.dashboard} tab={tab.id} run={run} />
          <EditBar publishing={publishing} onHistory={() => setHistoryOpen(true)} />
          <DraftNote saved={opened} />
          <NewerNote publishing={publishing} saved={saved} />
          <TabsBar />
          <Workbench>
            <ControlsStrip />
            <EditGrid />
            <div className={style['more']}>
              <AddMenu />
            </div>
          </Workbench>
          {publishing.isComparing && <ConflictDialog publishing={publishing} saved={saved} />}
          {isHistoryOpen && <HistoryDialog saved={saved} onClose={() => setHistoryOpen(false)} />}
        </AnswersContext>
      </ActionsContext>
    </EditorContext>
  );
});

/** The cards, and the panel of the selection, which is rendered after the card is shown as selected. */
function Workbench({ children }: { children: ReactNode }) {
  const selected = useDeferredValue(useSelection());
  return (
    <div className={style['bench']} data-open={selected !== null}>
      <div className={style['main']}>{children}</div>
      {selected && <Panel key={JSON.stringify(selected)} selected={selected} />}
    </div>
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
