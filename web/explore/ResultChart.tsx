import { ReloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import { kindFor } from '#display/charts/default-kind.ts';
import { formatNumber } from '#display/format/number.ts';
import type { Frame } from '#display/frame.ts';
import { frameOf } from '#display/frames.ts';
import { detailOf, titleOf } from '#display/words/sentence.ts';
import type { QuerySubject } from '#display/words/subject.ts';
import { verificationsOf } from '#display/words/verification.ts';
import { useLabelledSubject } from '#web/http/value-labels.ts';
import { useAllRows } from '#web/grid/use-all-rows.ts';
import { Proof } from '#web/charts/Proof.tsx';
import { ResultMarks } from '#web/charts/ResultMarks.tsx';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import type { AnswerState } from './use-answer.ts';
import { useQueryBuilder } from './query-builder.ts';
import { useFilterLabels } from './use-filter-labels.ts';
import { useTrend } from './use-trend.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { AnswerError } from './AnswerError.tsx';
import { KindPicker } from './KindPicker.tsx';
import { OptionsPanel } from './OptionsPanel.tsx';
import style from './ResultChart.module.css';
import { rankOf } from './rank.ts';
import type { ExploreView } from './explore-view.ts';
import { AnswerProgress } from './AnswerProgress.tsx';

const ChartView = lazy(() => import('#web/charts/ChartView.tsx').then((module) => ({ default: module.ChartView })));

/** The default chart kind of a query: combinations ranked by change are a table. */
export function suggestedKind(spec: BuiltQuerySpec, frame: Frame): ChartKind {
  const rank = rankOf(spec);
  return rank?.dimension === null && spec.dimensions.length > 1 ? 'table' : kindFor(frame);
}

type DisplayedAnswer = NonNullable<AnswerState['lastAnswer']>;
type ResultChartProps = {
  view: ExploreView;
  answer: AnswerState;
  onDraw: (drawing: Pick<ExploreView, 'kind' | 'options'>) => void;
};

/** The result as a chart, with tools above and its proof beside it. */
export function ResultChart({ view, answer, onDraw }: ResultChartProps) {
  const { t } = useTranslation();
  const { dataset, look, spec } = useQueryBuilder();
  const { lastAnswer, error, isRunning, isStopped } = answer;
  const subject = useLabelledSubject<QuerySubject>(dataset);
  useFilterLabels(dataset.id, spec.filters, look.zone);
  const frame = useMemo(
    () => lastAnswer && frameOf({ ...lastAnswer, subject: dataset, look }),
    [lastAnswer, dataset, look],
  );
  const displayedSpec = (lastAnswer?.spec ?? spec) as BuiltQuerySpec;
  const suggested = frame && suggestedKind(displayedSpec, frame);
  const kind = view.kind === 'auto' ? suggested : view.kind;
  const chartFrame = useTrend({ lastAnswer, frame, kind });
  return (
    <section className={style['picture']} aria-label={t('explore.picture')}>
      <header>
        <div className={style['title']}>
          <div className={style['name']}>
            <h2 dir="auto">{titleOf(dataset, displayedSpec, look.language)}</h2>
            {frame && <ResultMarks frame={frame} marks={verificationsOf(displayedSpec, dataset, look.language)} />}
          </div>
          <p dir="auto">{detailOf(subject, displayedSpec, look)}</p>
        </div>
        {frame && lastAnswer && kind && suggested && (
          <Tools {...{ view, answer, lastAnswer, frame, chartFrame, kind, suggested, onDraw }} />
        )}
      </header>
      <div className={style['stage']} data-stale={isRunning || isStopped || Boolean(error)} aria-busy={isRunning}>
        {isRunning && <AnswerProgress progress={answer.progress} onCancel={answer.cancel} />}
        {error && !isRunning && <AnswerError error={error} onRetry={() => answer.rerun()} />}
        {isStopped && <StoppedNotice onRerun={() => answer.rerun()} />}
        {chartFrame && lastAnswer && kind && <ChartStage {...{ lastAnswer, frame: chartFrame, kind, view, onDraw }} />}
      </div>
      {lastAnswer && <ResultFooter answer={answer} />}
    </section>
  );
}

type ToolsProps = ResultChartProps & {
  lastAnswer: DisplayedAnswer;
  frame: Frame;
  chartFrame: Frame | undefined;
  kind: ChartKind;
  suggested: ChartKind;
};

function Tools({ view, answer, lastAnswer, frame, chartFrame = frame, kind, suggested, onDraw }: ToolsProps) {
  const { dataset, look } = useQueryBuilder();
  const labels = Object.fromEntries(frame.fields.map(({ name, label }) => [name, label]));
  return (
    <div className={style['tools']}>
      <KindPicker
        frame={frame}
        kind={kind}
        suggested={suggested}
        isChosen={view.kind !== 'auto'}
        needsWholeResult
        onChoose={(chosen) => onDraw({ kind: chosen, options: view.options })}
      />
      <OptionsPanel
        kind={kind}
        frame={frame}
        options={view.options}
        onChange={(options) => onDraw({ kind: view.kind, options })}
      />
      <ExportMenu
        spec={lastAnswer.spec}
        zone={look.zone}
        name={titleOf(dataset, lastAnswer.spec as BuiltQuerySpec, look.language)}
        labels={labels}
        frame={chartFrame}
        drawing={{ kind, options: view.options }}
      />
      <Proof
        spec={lastAnswer.spec}
        result={lastAnswer.result}
        subject={dataset}
        onFresh={() => answer.rerun({ fresh: true })}
      />
    </div>
  );
}

const height = 420;

type ChartStageProps = Pick<ResultChartProps, 'view' | 'onDraw'> & {
  lastAnswer: DisplayedAnswer;
  frame: Frame;
  kind: ChartKind;
};

function ChartStage({ lastAnswer, frame, kind, view, onDraw }: ChartStageProps) {
  const { t } = useTranslation();
  const { dataset, look } = useQueryBuilder();
  const { spec, result } = lastAnswer;
  const allRows = useAllRows({ spec, zone: look.zone, result, frame });
  const resetKey = JSON.stringify([spec, kind, view.options]);
  return (
    <div className={style['chart']}>
      <ErrorBoundary resetKey={resetKey} fallback={<p role="alert">{t('explore.undrawable')}</p>}>
        <Suspense fallback={<div style={{ height }} />}>
          <ChartView
            frame={allRows.frame}
            drawing={{ kind, options: view.options }}
            title={titleOf(dataset, spec as BuiltQuerySpec, look.language)}
            height={height}
            loadMore={allRows.loadMore}
            onChange={({ options }) => onDraw({ kind: view.kind, options })}
          />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function StoppedNotice({ onRerun }: { onRerun: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={style['notice']} role="status">
      <p>{t('explore.stopped')}</p>
      <div>
        <Button type="primary" onClick={onRerun}>
          {t('explore.askAgain')}
        </Button>
      </div>
    </div>
  );
}

// Fast queries refresh automatically when there are new rows, but not more often than the pause.
const autoRefreshMaxMs = 300;
const autoRefreshPauseMs = 5_000;

function ResultFooter({ answer }: { answer: AnswerState }) {
  const { t } = useTranslation();
  const { dataset, look } = useQueryBuilder();
  const { lastAnswer, rerun, isRunning } = answer;
  const { proof, values } = lastAnswer!.result;
  const origin = proof.datasets.find(({ id }) => id === dataset.id);
  const isStale = origin !== undefined && dataset.version > origin.version && !isRunning;
  const isCheap = proof.milliseconds < autoRefreshMaxMs;
  const refresh = useRef(rerun);
  useEffect(() => {
    refresh.current = rerun;
  });
  useEffect(() => {
    if (!isStale || !isCheap) return undefined;
    const wait = Math.max(0, Date.parse(proof.answeredAt) + autoRefreshPauseMs - Date.now());
    const timer = setTimeout(() => refresh.current(), wait);
    return () => clearTimeout(timer);
  }, [isStale, isCheap, proof.answeredAt]);
  const number = (value: number) => formatNumber(value, look.language);
  const rows = values[0]?.length ?? 0;
  const took = number(Math.round(proof.milliseconds));
  // A database does not report how many rows it read, and row rules hide the total number.
  const isInPlace = proof.datasets.some(({ connection, rows: all }) => connection || all === null);
  return (
    <footer className={style['footing']}>
      <span className="numbers">
        {isInPlace
          ? t('explore.footingInPlace', { rows: number(rows), count: rows, took })
          : t(rows === 1 ? 'explore.footingOne' : 'explore.footing', {
              rows: number(rows),
              read: number(proof.rowsRead ?? 0),
              took,
            })}
      </span>
      {proof.isCutOff && !rankOf(lastAnswer!.spec as BuiltQuerySpec) && (
        <span data-tone="warn">{t('explore.cutOff')}</span>
      )}
      {isStale && !isCheap && (
        <Button size="small" icon={<ReloadOutlined aria-hidden />} onClick={() => rerun()}>
          {t('explore.newData')}
        </Button>
      )}
    </footer>
  );
}
