import { HistoryOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#domain/query/chart.ts';
import { Problem } from '#contract/errors.ts';
import type { Param, Result } from '#domain/query/query.ts';
import { useIsEditor } from '#web/http/me.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Editor, type EditorHandle } from '#web/sql-editor/Editor.tsx';
import { RunBar } from '#web/sql-editor/RunBar.tsx';
import { SqlFailure } from '#web/sql-editor/SqlFailure.tsx';
import editorStyle from '#web/sql-editor/SqlEditor.module.css';
import { isTooLong, TooLongNotice } from '#web/sql-editor/TooLongNotice.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { useSqlAnswer } from './use-sql-answer.ts';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { tableName } from './identifiers.ts';
import { sqlLanguage } from './language.ts';
import { ParamInputs } from './ParamInputs.tsx';
import { paramsFor } from './params.ts';
import { SchemaBrowser } from './SchemaBrowser.tsx';
import { namespaceOf, type SqlSchema, useSchema } from './schema.ts';
import { SqlResult } from './SqlResult.tsx';
import style from './SqlTab.module.css';
import type { SqlViewSpec, SqlView } from './sql-view.ts';

type SqlTabProps = {
  /** The last submitted query, from the URL. */
  view: SqlView;
  onChange: (view: SqlView) => void;
  /** Further actions on the chart of a result. */
  renderActions?: (chart: Chart, result: Result) => ReactNode;
};

/** SQL queries, for members who may run them. */
export function SqlTab(props: SqlTabProps) {
  const { t } = useTranslation();
  if (useIsEditor()) return <SqlWorkbench {...props} />;
  return (
    <EmptyState picture={<BoardPicture />} title={t('sql.viewer.title')} text={t('sql.viewer.text')}>
      <LinkButton to="/dashboard/explore" primary>
        {t('sql.viewer.action')}
      </LinkButton>
    </EmptyState>
  );
}

/** Schema on the left, editor above, result below. */
function SqlWorkbench({ view, onChange, renderActions }: SqlTabProps) {
  const { t } = useTranslation();
  const { zone, language } = useLook();
  const editor = useRef<EditorHandle>(null);
  const submitted = useMemo(() => ({ ...view.ask, params: paramsFor(view.ask.sql, view.ask.params) }), [view.ask]);
  const { draft, write } = useDraft(submitted);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const schema = useSchema(draft.sql, opened);
  const editorLanguage = useMemo(() => sqlLanguage(namespaceOf(schema)), [schema]);
  const answer = useSqlAnswer(submitted, zone);
  const isSubmitted = isSame(draft, submitted);
  const errorMark = useMemo(() => (isSubmitted ? errorMarkOf(answer.error) : null), [isSubmitted, answer.error]);

  const run = (spec: SqlViewSpec = draft) => {
    if (spec.sql.trim() === '' || isTooLong(spec.sql)) return;
    if (isSame(spec, submitted)) answer.rerun();
    else onChange({ ...view, ask: spec });
  };
  const toggle = (id: string) =>
    setOpened((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id])));

  return (
    <div className={style['bench']}>
      <aside className={style['side']}>
        <SchemaBrowser
          schema={schema}
          opened={opened}
          onToggle={toggle}
          onInsert={(text) => editor.current?.insert(text)}
        />
      </aside>
      <div className={style['main']}>
        <div className={editorStyle['panel']}>
          <Editor
            key={language}
            ref={editor}
            text={draft.sql}
            language={editorLanguage}
            mistake={errorMark}
            onChange={(sql) =>
              write({ ...draft, sql, params: paramsFor(sql, draft.params, [...schema.columns.values()].flat()) })
            }
            onRun={() => run()}
          />
          <div className={editorStyle['below']}>
            <ParamInputs params={draft.params} onChange={(params: Param[]) => write({ ...draft, params })} />
            <RunBar answer={answer} canRun={draft.sql.trim() !== '' && !isTooLong(draft.sql)} onRun={() => run()}>
              <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHistoryOpen(true)}>
                {t('sql.history')}
              </Button>
            </RunBar>
            {isTooLong(draft.sql) && <TooLongNotice sql={draft.sql} />}
            {answer.error && !answer.isRunning && isSubmitted && <SqlFailure error={answer.error} sql={draft.sql} />}
          </div>
        </div>
        {submitted.sql.trim() === '' && (
          <SqlStart schema={schema} onStart={(sql) => run({ ...draft, sql, params: [] })} />
        )}
        {answer.lastAnswer && (
          <SqlResult
            view={view}
            lastAnswer={answer.lastAnswer}
            isStale={answer.isRunning || answer.isStopped}
            onFresh={() => answer.rerun({ fresh: true })}
            onDraw={(drawing) => onChange({ ...view, ...drawing })}
            renderActions={renderActions}
          />
        )}
      </div>
      {isHistoryOpen && (
        <HistoryDrawer
          onClose={() => setHistoryOpen(false)}
          onRestore={({ sql, params, tables }) => {
            setHistoryOpen(false);
            write({ ...draft, sql, params, tables });
          }}
        />
      )}
    </div>
  );
}

/** Shown before the first query: offers an example query. */
function SqlStart({ schema, onStart }: { schema: SqlSchema; onStart: (sql: string) => void }) {
  const { t } = useTranslation();
  const { datasets } = schema;
  const first = datasets[0];
  return (
    <EmptyState picture={<BoardPicture />} title={t('sql.start.title')} text={t('sql.start.text')}>
      {first && (
        <Button type="primary" onClick={() => onStart(`select *\nfrom ${tableName(first, datasets)}\nlimit 100`)}>
          {t('sql.start.action', { name: first.name })}
        </Button>
      )}
    </EmptyState>
  );
}

/** The edited query: starts with the submitted one and is reset when that changes. */
function useDraft(submitted: SqlViewSpec) {
  const [state, setState] = useState({ base: submitted, draft: submitted });
  const isReplaced = !isSame(state.base, submitted);
  if (isReplaced) setState({ base: submitted, draft: submitted });
  return {
    draft: isReplaced ? submitted : state.draft,
    write: (draft: SqlViewSpec) => setState((now) => ({ ...now, draft })),
  };
}

const isSame = (a: SqlViewSpec, b: SqlViewSpec) => JSON.stringify(a) === JSON.stringify(b);

function errorMarkOf(error: Error | null) {
  if (!(error instanceof Problem) || error.params.at === undefined) return null;
  return { at: error.params.at, message: sentenceOf(error) };
}
