import Button from 'antd/es/button';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#contract/chart.ts';
import { Problem } from '#contract/errors.ts';
import { maxSqlLength } from '#contract/queries.ts';
import type { Param, Result } from '#contract/query.ts';
import { formatNumber } from '#display/format/number.ts';
import { useIsEditor } from '#web/http/me.ts';
import { useLook } from '#web/shell/preferences.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { useSqlAnswer } from './answer.ts';
import { Editor, type EditorHandle } from './Editor.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { tableName } from './names.ts';
import { ParamInputs } from './ParamInputs.tsx';
import { paramsFor } from './params.ts';
import { RunBar } from './RunBar.tsx';
import { SchemaBrowser } from './SchemaBrowser.tsx';
import { namespaceOf, type Schema, useSchema } from './schema.ts';
import { SqlResult } from './SqlResult.tsx';
import style from './SqlTab.module.css';
import type { SqlAsk, SqlView } from './sql-view.ts';

type Props = {
  /** What was asked last; the address has it. */
  view: SqlView;
  onChange: (view: SqlView) => void;
  /** What else can be done with the chart of an answer. */
  renderActions?: (chart: Chart, result: Result) => ReactNode;
};

/** Questions in SQL, for those who may ask them. */
export function SqlTab(props: Props) {
  const { t } = useTranslation();
  if (useIsEditor()) return <Bench {...props} />;
  return (
    <EmptyState picture={<BoardPicture />} title={t('sql.viewer.title')} text={t('sql.viewer.text')}>
      <LinkButton to="/dashboard/explore" primary>
        {t('sql.viewer.action')}
      </LinkButton>
    </EmptyState>
  );
}

/** The schema on the left, the text above, its answer below. */
function Bench({ view, onChange, renderActions }: Props) {
  const { zone, language } = useLook();
  const editor = useRef<EditorHandle>(null);
  const asked = useMemo(() => ({ ...view.ask, params: paramsFor(view.ask.sql, view.ask.params) }), [view.ask]);
  const { draft, write } = useDraft(asked);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const schema = useSchema(draft.sql, opened);
  const namespace = useMemo(() => namespaceOf(schema), [schema]);
  const answer = useSqlAnswer(asked, zone);
  const isAsked = isSame(draft, asked);
  const mistake = useMemo(() => (isAsked ? mistakeOf(answer.error) : null), [isAsked, answer.error]);

  const run = (ask: SqlAsk = draft) => {
    if (ask.sql.trim() === '' || isTooLong(ask)) return;
    if (isSame(ask, asked)) answer.again();
    else onChange({ ...view, ask });
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
        <div className={style['panel']}>
          <Editor
            key={language}
            ref={editor}
            text={draft.sql}
            schema={namespace}
            mistake={mistake}
            onChange={(sql) =>
              write({ ...draft, sql, params: paramsFor(sql, draft.params, [...schema.columns.values()].flat()) })
            }
            onRun={() => run()}
          />
          <div className={style['below']}>
            <ParamInputs params={draft.params} onChange={(params: Param[]) => write({ ...draft, params })} />
            <RunBar
              answer={answer}
              canRun={draft.sql.trim() !== '' && !isTooLong(draft)}
              onRun={() => run()}
              onHistory={() => setHistoryOpen(true)}
            />
            {isTooLong(draft) && <TooLong sql={draft.sql} />}
            {answer.error && !answer.isAsking && isAsked && <Failure error={answer.error} sql={draft.sql} />}
          </div>
        </div>
        {asked.sql.trim() === '' && <Start schema={schema} onStart={(sql) => run({ ...draft, sql, params: [] })} />}
        {answer.answered && (
          <SqlResult
            view={view}
            answered={answer.answered}
            isStale={answer.isAsking || answer.isStopped}
            onFresh={() => answer.again({ fresh: true })}
            onDraw={(drawn) => onChange({ ...view, ...drawn })}
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

/** Before anything was asked: a first question that surely has an answer. */
function Start({ schema, onStart }: { schema: Schema; onStart: (sql: string) => void }) {
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

/** What is being written: begins with what was asked, and follows when that changes by other means. */
function useDraft(asked: SqlAsk) {
  const [state, setState] = useState({ asked, draft: asked });
  const isMoved = !isSame(state.asked, asked);
  if (isMoved) setState({ asked, draft: asked });
  return {
    draft: isMoved ? asked : state.draft,
    write: (draft: SqlAsk) => setState((now) => ({ ...now, draft })),
  };
}

const isSame = (a: SqlAsk, b: SqlAsk) => JSON.stringify(a) === JSON.stringify(b);

// An address or a history entry could not give back what is longer: it is only refused, and stays where it is.
const isTooLong = ({ sql }: SqlAsk) => sql.trim().length > maxSqlLength;

function TooLong({ sql }: { sql: string }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const number = (value: number) => formatNumber(value, language);
  return (
    <p role="alert" className={style['failure']}>
      {t('sql.tooLong', { length: number(sql.trim().length), most: number(maxSqlLength) })}
    </p>
  );
}

function mistakeOf(error: Error | null) {
  if (!(error instanceof Problem) || error.params.at === undefined) return null;
  return { at: error.params.at, message: sentenceOf(error) };
}

/** What went wrong, in plain words and in those of the engine, and in which line. */
function Failure({ error, sql }: { error: Error; sql: string }) {
  const { t } = useTranslation();
  const { at, original } = error instanceof Problem ? error.params : {};
  const line = at === undefined ? undefined : sql.slice(0, at).split('\n').length;
  return (
    <div role="alert" className={style['failure']}>
      {line !== undefined && <b>{t('sql.line', { line })}</b>} {sentenceOf(error)}
      {original && (
        <p lang="en" dir="ltr">
          {original}
        </p>
      )}
    </div>
  );
}
