import { BellOutlined, MenuOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#domain/query/chart.ts';
import type { SavedChart } from '#contract/saved-charts/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import type { Look } from '#display/frame.ts';
import { frameOf } from '#display/frames.ts';
import { titleOf } from '#display/words/sentence.ts';
import { allDatasetsQuery } from '#web/http/run-query.ts';
import { useLook } from '#web/shell/preferences.ts';
import { type AnswerState, useAnswer } from './use-answer.ts';
import { type QueryBuilder, QueryBuilderContext } from './query-builder.ts';
import { sqlOf } from './query-to-sql.ts';
import { FieldsPanel } from './FieldsPanel.tsx';
import { Heading } from './Heading.tsx';
import { useExploreKeys } from './keys.ts';
import { useExploreLocation } from './explore-location.ts';
import { withOrder } from './order.ts';
import { ResultChart, suggestedKind } from './ResultChart.tsx';
import { useSaveChart } from './use-save-chart.tsx';
import { tableName } from './sql/identifiers.ts';
import { emptySql, type SqlView } from './sql/sql-view.ts';
import { withTotals } from './totals.ts';
import type { ExploreView } from './explore-view.ts';
import { FieldSlots } from './FieldSlots.tsx';
import style from './Workbench.module.css';

const AlertDialog = lazy(() =>
  import('#web/alerts/AlertDialog.tsx').then((module) => ({ default: module.AlertDialog })),
);

type WorkbenchProps = { dataset: Dataset; view: ExploreView; chart: SavedChart | undefined };

/** Explore by clicking: fields on the left, the query above, its chart below. */
export function Workbench({ dataset, view: urlView, chart }: WorkbenchProps) {
  const look = useLook();
  const { view, show } = useView(urlView);
  const [filteredColumn, setFilteredColumn] = useState<string>();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isAlerting, setAlerting] = useState(false);
  const fullSpec = useMemo(() => withOrder(withTotals(view), dataset), [view, dataset]);
  const answer = useAnswer(fullSpec, look.zone);
  const saving = useSaveChart({
    saved: chart,
    chart: chartOf({ dataset, view: { ...view, ask: fullSpec }, answer, look }),
    proposed: titleOf(dataset, view.ask, look.language),
    onSaved: ({ id }) => show(view, id),
  });
  const asSql = useAsSql(dataset, answer, look);
  const { t } = useTranslation();
  const builder = useMemo<QueryBuilder>(
    () => ({
      spec: view.ask,
      dataset,
      look,
      change: (spec: BuiltQuerySpec) => show({ ...view, ask: spec }, chart?.id),
    }),
    [view, dataset, look, show, chart?.id],
  );
  useExploreKeys({ onRun: () => answer.rerun(), onRefresh: () => answer.rerun(), onSave: saving.start });
  const filter = (column: string | undefined) => {
    setSheetOpen(false);
    setFilteredColumn(column);
  };
  return (
    <QueryBuilderContext value={builder}>
      <Heading tab="click" dataset={dataset} chart={chart} saving={saving} convertedSql={asSql}>
        <Button
          className={style['fields'] ?? ''}
          icon={<MenuOutlined aria-hidden />}
          onClick={() => setSheetOpen(true)}
        >
          {t('explore.fields')}
        </Button>
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('explore.refresh')}
          title={t('explore.refresh')}
          onClick={() => answer.rerun()}
        />
        <Button
          icon={<BellOutlined aria-hidden />}
          aria-label={t('alerts.make')}
          title={t('alerts.make')}
          onClick={() => setAlerting(true)}
        />
      </Heading>
      <div className={style['bench']}>
        <aside className={style['side']} aria-label={t('explore.fields')}>
          <FieldsPanel onFilter={filter} />
        </aside>
        <div className={style['main']}>
          <FieldSlots filteredColumn={filteredColumn} onFilter={filter} />
          <ResultChart view={view} answer={answer} onDraw={(drawing) => show({ ...view, ...drawing }, chart?.id)} />
        </div>
      </div>
      <Drawer
        open={isSheetOpen}
        placement="bottom"
        size="80%"
        title={t('explore.fields')}
        onClose={() => setSheetOpen(false)}
      >
        <FieldsPanel onFilter={filter} />
      </Drawer>
      {saving.dialog}
      <Suspense>
        {isAlerting && (
          <AlertDialog
            subject={dataset}
            source={{ spec: view.ask, title: titleOf(dataset, view.ask, look.language), origin: null }}
            onClose={() => setAlerting(false)}
          />
        )}
      </Suspense>
    </QueryBuilderContext>
  );
}

type ChartInput = { dataset: Dataset; view: ExploreView; answer: AnswerState; look: Look };

/** The chart to save: the query with the chart kind that is displayed. */
function chartOf({ dataset, view, answer: { lastAnswer }, look }: ChartInput): Chart | undefined {
  if (!lastAnswer) return undefined;
  const kind =
    view.kind === 'auto' ? suggestedKind(view.ask, frameOf({ ...lastAnswer, subject: dataset, look })) : view.kind;
  return { ask: view.ask, drawing: { kind, options: view.options } };
}

/** The last answered query converted to SQL. */
function useAsSql(dataset: Dataset, { lastAnswer }: AnswerState, look: Look): SqlView | undefined {
  const { data: all = [] } = useQuery({ ...allDatasetsQuery, throwOnError: false });
  return useMemo(() => {
    const listed = all.find(({ id }) => id === dataset.id);
    if (!lastAnswer || lastAnswer.spec.kind !== 'query' || !listed) return undefined;
    const { fields } = frameOf({ ...lastAnswer, subject: dataset, look });
    const spec = sqlOf({
      spec: lastAnswer.spec,
      proof: lastAnswer.result.proof,
      labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
      table: { name: dataset.name, identifier: tableName(listed, all) },
    });
    return spec && { ...emptySql, ask: spec };
  }, [all, dataset, lastAnswer, look]);
}

/** The view in the URL, or the one that is being written to it, so that two quick clicks both take effect. */
function useView(urlView: ExploreView) {
  const { show: write } = useExploreLocation();
  const [next, setNext] = useState<{ after: ExploreView; view: ExploreView }>();
  const show = useCallback(
    (view: ExploreView, chart?: string) => {
      setNext({ after: urlView, view });
      write(view, chart);
    },
    [urlView, write],
  );
  return { view: next?.after === urlView ? next.view : urlView, show };
}
