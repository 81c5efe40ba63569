import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatabaseKind } from '#domain/databases.ts';
import { databaseLanguage } from '#web/sql-editor/database-language.ts';
import { Editor, type EditorHandle } from '#web/sql-editor/Editor.tsx';
import { RunBar } from '#web/sql-editor/RunBar.tsx';
import editorStyle from '#web/sql-editor/SqlEditor.module.css';
import { SqlFailure } from '#web/sql-editor/SqlFailure.tsx';
import { isTooLong, TooLongNotice } from '#web/sql-editor/TooLongNotice.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { SqlPreview } from './SqlPreview.tsx';
import { useTableNames } from './table-names.ts';
import { useSqlPreview } from './use-sql-preview.ts';
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
