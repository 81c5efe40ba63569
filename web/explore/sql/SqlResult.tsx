import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { emptySubject } from '#display/words/subject.ts';
import type { Chart, Drawing } from '#domain/query/chart.ts';
import type { Result } from '#domain/query/query.ts';
import { formatNumber } from '#display/format/number.ts';
import { frameOf } from '#display/frames.ts';
import { useAllRows } from '#web/grid/use-all-rows.ts';
import { Proof } from '#web/charts/Proof.tsx';
import { useLook } from '#web/shell/preferences.ts';
import { ExportMenu } from '../ExportMenu.tsx';
import { KindPicker } from '../KindPicker.tsx';
import { OptionsPanel } from '../OptionsPanel.tsx';
import type { SqlAnswer } from './use-sql-answer.ts';
import style from './SqlTab.module.css';
import type { SqlView } from './sql-view.ts';

const ChartView = lazy(() => import('#web/charts/ChartView.tsx').then((module) => ({ default: module.ChartView })));

const DataGrid = lazy(() => import('#web/grid/DataGrid.tsx').then((module) => ({ default: module.DataGrid })));

const height = 520;

type SqlResultProps = {
  view: SqlView;
  lastAnswer: NonNullable<SqlAnswer['lastAnswer']>;
  isStale: boolean;
  onFresh: () => void;
  onDraw: (drawing: Pick<SqlView, 'kind' | 'options'>) => void;
  /** Further actions on the chart, such as save or create an alert. */
  renderActions?: ((chart: Chart, result: Result) => ReactNode) | undefined;
};

/** The result as a table or a chart, with its actions. */
export function SqlResult({ view, lastAnswer, isStale, onFresh, onDraw, renderActions }: SqlResultProps) {
  const { t } = useTranslation();
  const look = useLook();
  const { spec, result } = lastAnswer;
  const firstFrame = useMemo(() => frameOf({ spec, result, subject: emptySubject, look }), [spec, result, look]);
  const { frame, loadMore } = useAllRows({ spec, zone: look.zone, result, frame: firstFrame });
  const drawing: Drawing = { kind: view.kind === 'auto' ? 'table' : view.kind, options: view.options };
  const handleOptions = ({ options }: Drawing) => onDraw({ kind: view.kind, options });
  const number = (value: number) => formatNumber(value, look.language, 0);
  const { rowsRead, milliseconds } = result.proof;
  const rows = frame.values[0]?.length ?? 0;
  return (
    <section className={style['result']} aria-label={t('sql.result')} aria-busy={isStale}>
      <header>
        <p className="numbers">
          {rowsRead === null
            ? t('explore.footingInPlace', { rows: number(rows), count: rows, took: number(milliseconds) })
            : t('sql.facts', {
                rows: number(rows),
                count: rows,
                read: number(rowsRead),
                milliseconds: number(milliseconds),
              })}
        </p>
        <div>
          <KindPicker
            frame={frame}
            kind={drawing.kind}
            suggested="table"
            isChosen={view.kind !== 'auto'}
            onChoose={(kind) => onDraw({ kind, options: view.options })}
          />
          <OptionsPanel
            kind={drawing.kind}
            frame={frame}
            options={view.options}
            onChange={(options) => onDraw({ kind: view.kind, options })}
          />
          <ExportMenu
            spec={spec}
            zone={look.zone}
            name={t('sql.fileName')}
            labels={noLabels}
            frame={frame}
            drawing={drawing}
          />
          <Proof spec={spec} result={result} subject={emptySubject} onFresh={onFresh} />
          {renderActions?.({ ask: spec, drawing }, result)}
        </div>
      </header>
      <Suspense fallback={<div style={{ height }} />}>
        {drawing.kind === 'table' ? (
          <DataGrid
            frame={frame}
            drawing={drawing}
            height={height}
            startsExact
            loadMore={loadMore}
            onChange={handleOptions}
          />
        ) : (
          <ChartView frame={frame} drawing={drawing} title={t('sql.result')} height={height} isStale={isStale} />
        )}
      </Suspense>
    </section>
  );
}

const noLabels = {};
