import Button from 'antd/es/button';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChartCard } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { Param } from '#domain/query/query.ts';
import { sqlLanguage } from '#web/explore/sql/language.ts';
import { ParamInputs } from '#web/explore/sql/ParamInputs.tsx';
import { paramsFor } from '#web/explore/sql/params.ts';
import { namespaceOf, useSchema } from '#web/explore/sql/schema.ts';
import { emptySql, type SqlViewSpec } from '#web/explore/sql/sql-view.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Editor, type EditorHandle } from '#web/sql-editor/Editor.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { useAnswerInEditor } from './answers-context.ts';
import { useChartCard } from './chart-card.ts';
import style from './Panel.module.css';

const noIds: ReadonlySet<string> = new Set();

/** The SQL editor of a card. The query runs on demand, not while typing. */
export function SqlFields({ card }: { card: ChartCard }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const answer = useAnswerInEditor(card.id);
  const { set } = useChartCard(card);
  const editor = useRef<EditorHandle>(null);
  const savedSpec: SqlViewSpec = card.chart.ask.kind === 'sql' ? card.chart.ask : emptySql.ask;
  const [state, setState] = useState({ base: savedSpec, draft: savedSpec });
  // Undo may restore another text.
  const draft = state.base === savedSpec ? state.draft : savedSpec;
  const write = (next: SqlViewSpec) => setState({ base: savedSpec, draft: next });
  const schema = useSchema(draft.sql, noIds);
  const editorLanguage = useMemo(() => sqlLanguage(namespaceOf(schema)), [schema]);
  const isUnchanged = JSON.stringify(draft) === JSON.stringify(savedSpec);
  const error = isUnchanged ? answer?.error : undefined;
  const mistake = useMemo(
    () =>
      error instanceof Problem && error.params.at !== undefined
        ? { at: error.params.at, message: sentenceOf(error) }
        : null,
    [error],
  );
  const runDraft = () => draft.sql.trim() !== '' && set({ chart: { ...card.chart, ask: draft } });
  return (
    <section>
      <Editor
        key={language}
        ref={editor}
        text={draft.sql}
        language={editorLanguage}
        mistake={mistake}
        onChange={(sql) =>
          write({ ...draft, sql, params: paramsFor(sql, draft.params, [...schema.columns.values()].flat()) })
        }
        onRun={runDraft}
      />
      <ParamInputs params={draft.params} onChange={(params: Param[]) => write({ ...draft, params })} />
      <p className={style['note']}>{t('dashboard.edit.sqlNote')}</p>
      {error && <p role="alert">{sentenceOf(error)}</p>}
      <Button
        type={isUnchanged ? 'default' : 'primary'}
        disabled={isUnchanged || draft.sql.trim() === ''}
        onClick={runDraft}
      >
        {t('dashboard.edit.runSql')}
      </Button>
    </section>
  );
}
