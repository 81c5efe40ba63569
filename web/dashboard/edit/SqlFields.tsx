import Button from 'antd/es/button';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChartCard } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { Param } from '#contract/query.ts';
import { Editor, type EditorHandle } from '#web/dashboard/explore/sql/Editor.tsx';
import { ParamInputs } from '#web/dashboard/explore/sql/ParamInputs.tsx';
import { paramsFor } from '#web/dashboard/explore/sql/params.ts';
import { namespaceOf, useSchema } from '#web/dashboard/explore/sql/schema.ts';
import { emptySql, type SqlAsk } from '#web/dashboard/explore/sql/sql-view.ts';
import { useLook } from '#web/shell/preferences.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useAnswerOf } from './answers.ts';
import { useChartCard } from './chart-card.ts';
import style from './Panel.module.css';

const none: ReadonlySet<string> = new Set();

/** The question of a card in SQL: it is asked when it is run, not at every letter. */
export function SqlFields({ card }: { card: ChartCard }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const answer = useAnswerOf(card.id);
  const { set } = useChartCard(card);
  const editor = useRef<EditorHandle>(null);
  const asked: SqlAsk = card.chart.ask.kind === 'sql' ? card.chart.ask : emptySql.ask;
  const [state, setState] = useState({ asked, draft: asked });
  // Undo may bring another text.
  const draft = state.asked === asked ? state.draft : asked;
  const write = (next: SqlAsk) => setState({ asked, draft: next });
  const schema = useSchema(draft.sql, none);
  const namespace = useMemo(() => namespaceOf(schema), [schema]);
  const isAsked = JSON.stringify(draft) === JSON.stringify(asked);
  const error = isAsked ? answer?.error : undefined;
  const mistake = useMemo(
    () =>
      error instanceof Problem && error.params.at !== undefined
        ? { at: error.params.at, message: sentenceOf(error) }
        : null,
    [error],
  );
  const ask = () => draft.sql.trim() !== '' && set({ chart: { ...card.chart, ask: draft } });
  return (
    <section>
      <Editor
        key={language}
        ref={editor}
        text={draft.sql}
        schema={namespace}
        mistake={mistake}
        onChange={(sql) =>
          write({ ...draft, sql, params: paramsFor(sql, draft.params, [...schema.columns.values()].flat()) })
        }
        onRun={ask}
      />
      <ParamInputs params={draft.params} onChange={(params: Param[]) => write({ ...draft, params })} />
      <p className={style['note']}>{t('dashboard.edit.sqlNote')}</p>
      {error && <p role="alert">{sentenceOf(error)}</p>}
      <Button type={isAsked ? 'default' : 'primary'} disabled={isAsked || draft.sql.trim() === ''} onClick={ask}>
        {t('dashboard.edit.runSql')}
      </Button>
    </section>
  );
}
