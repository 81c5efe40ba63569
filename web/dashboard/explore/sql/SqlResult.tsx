import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart, Drawing } from '#contract/chart.ts';
import type { Result } from '#contract/query.ts';
import { formatNumber } from '#display/format/number.ts';
import { frameOf } from '#display/frames.ts';
import { useAllRows } from '#web/charts/grid/all-rows.ts';
import { Proof } from '#web/charts/Proof.tsx';
import { useLook } from '#web/shell/preferences.ts';
import { ExportMenu } from '../ExportMenu.tsx';
import { KindPicker } from '../KindPicker.tsx';
import { OptionsPanel } from '../OptionsPanel.tsx';
import type { SqlAnswer } from './answer.ts';
import style from './SqlTab.module.css';
import type { SqlView } from './sql-view.ts';

const ChartView = lazy(() => import('#web/charts/ChartView.tsx').then((module) => ({ default: module.ChartView })));

const DataGrid = lazy(() => import('#web/charts/grid/DataGrid.tsx').then((module) => ({ default: module.DataGrid })));

const nothing = { columns: [], metrics: [] };
const height = 520;

type Props = {
  view: SqlView;
  answered: NonNullable<SqlAnswer['answered']>;
  isStale: boolean;
  onFresh: () => void;
  onDraw: (drawn: Pick<SqlView, 'kind' | 'options'>) => void;
  /** What else can be done with a chart: keep it, or watch its answer. */
  renderActions?: ((chart: Chart, result: Result) => ReactNode) | undefined;
};

/** The answer as a table or a picture, and what can be done with it. */
export function SqlResult({ view, answered, isStale, onFresh, onDraw, renderActions }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const { ask, result } = answered;
  const first = useMemo(() => frameOf({ ask, result, subject: nothing, look }), [ask, result, look]);
  const { frame, loadMore } = useAllRows({ ask, zone: look.zone, result, frame: first });
  const drawing: Drawing = { kind: view.kind === 'auto' ? 'table' : view.kind, options: view.options };
  const keep = ({ options }: Drawing) => onDraw({ kind: view.kind, options });
  const number = (value: number) => formatNumber(value, look.language, 0);
  const { rowsRead, milliseconds } = result.proof;
  const rows = frame.values[0]?.length ?? 0;
  return (
    <section className={style['result']} aria-label={t('sql.result')} aria-busy={isStale}>
      <header>
        <p className="numbers">
          {t('sql.facts', {
            rows: number(rows),
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
            ask={ask}
            zone={look.zone}
            name={t('sql.fileName')}
            labels={noLabels}
            frame={frame}
            drawing={drawing}
          />
          <Proof ask={ask} result={result} subject={nothing} onFresh={onFresh} />
          {renderActions?.({ ask, drawing }, result)}
        </div>
      </header>
      <Suspense fallback={<div style={{ height }} />}>
        {drawing.kind === 'table' ? (
          <DataGrid frame={frame} drawing={drawing} height={height} startsExact loadMore={loadMore} onChange={keep} />
        ) : (
          <ChartView frame={frame} drawing={drawing} title={t('sql.result')} height={height} isStale={isStale} />
        )}
      </Suspense>
    </section>
  );
}

const noLabels = {};
