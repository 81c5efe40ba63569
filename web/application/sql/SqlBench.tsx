import { MySQL, PostgreSQL, sql, SQLDialect, type SQLNamespace, StandardSQL } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatabaseKind } from '#domain/databases.ts';
import { previewSql, type RunProgress } from '#web/http/run-query.ts';
import { Editor, type EditorHandle } from '#web/sql-editor/Editor.tsx';
import { RunBar, type SqlRun } from '#web/sql-editor/RunBar.tsx';
import editorStyle from '#web/sql-editor/SqlEditor.module.css';
import { SqlFailure } from '#web/sql-editor/SqlFailure.tsx';
import { isTooLong, TooLongNotice } from '#web/sql-editor/TooLongNotice.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { SqlPreview } from './SqlPreview.tsx';
import { useTableNames } from './table-names.ts';
import style from './Sql.module.css';

type SqlBenchProps = {
  application: string;
  kind: DatabaseKind;
  initial: string;
  /** Renders the buttons for the SQL in the editor. */
  renderActions: (sql: string) => ReactNode;
};

/** An SQL editor with a preview of the first rows. */
export function SqlBench({ application, kind, initial, renderActions }: SqlBenchProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const editor = useRef<EditorHandle>(null);
  const [text, setText] = useState(initial);
  const { run, answer, result, error, sql } = useSqlPreview(application);
  const names = useTableNames(application, text);
  const databaseSql = useMemo(() => databaseLanguage(kind, names), [kind, names]);
  const canRun = text.trim() !== '' && !isTooLong(text);
  const handleRun = () => canRun && !answer.isRunning && run(text);
  return (
    <>
      <div className={editorStyle['panel']}>
        <Editor
          key={language}
          ref={editor}
          text={text}
          language={databaseSql}
          mistake={null}
          onChange={setText}
          onRun={handleRun}
        />
        <div className={editorStyle['below']}>
          <RunBar answer={answer} canRun={canRun} onRun={handleRun}>
            {renderActions(text)}
          </RunBar>
          {isTooLong(text) && <TooLongNotice sql={text} />}
          {error && !answer.isRunning && sql === text && <SqlFailure error={error} sql={text} />}
        </div>
      </div>
      {result && sql !== undefined ? (
        <SqlPreview sql={sql} result={result} isStale={answer.isRunning || sql !== text} />
      ) : (
        <p className={style['note']}>{t('datasetSql.note')}</p>
      )}
    </>
  );
}

/** Runs SQL in a connected database on demand. A new run, or leaving the page, cancels the previous run. */
function useSqlPreview(application: string) {
  const controller = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<RunProgress>();
  const cancel = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async (sql: string) => {
      cancel();
      const own = new AbortController();
      controller.current = own;
      setProgress(undefined);
      try {
        return await previewSql({ id: application, sql }, { signal: own.signal, onProgress: setProgress });
      } catch (cause) {
        // A cancelled run has no result.
        if (own.signal.aborted) return undefined;
        throw cause;
      }
    },
  });
  const isStopped = !isPending && !error && variables !== undefined && data === undefined;
  const answer: SqlRun = { isRunning: isPending, isStopped, progress, cancel };
  return { run: mutate, answer, result: data, error, sql: variables };
}

const clickhouse = SQLDialect.define({ ...StandardSQL.spec, identifierQuotes: '`"', backslashEscapes: true });

const dialects: Record<DatabaseKind, SQLDialect> = {
  postgres: PostgreSQL,
  mysql: MySQL,
  clickhouse,
  trino: StandardSQL,
};

/** Syntax and autocompletion of the SQL of a connected database. */
const databaseLanguage = (kind: DatabaseKind, schema: SQLNamespace): Extension =>
  sql({ dialect: dialects[kind], schema });
