import { BellOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#domain/query/chart.ts';
import type { SavedChart } from '#contract/saved-charts/routes.ts';
import type { Result } from '#domain/query/query.ts';
import { hasNumber } from '#web/alerts/has-number.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Heading, SaveButtons } from './Heading.tsx';
import { useExploreKeys } from './keys.ts';
import { useExploreLocation } from './explore-location.ts';
import { useSaveChart } from './use-save-chart.tsx';
import type { SqlView } from './sql/sql-view.ts';

const AlertDialog = lazy(() =>
  import('#web/alerts/AlertDialog.tsx').then((module) => ({ default: module.AlertDialog })),
);
const SqlTab = lazy(() => import('./sql/SqlTab.tsx').then((module) => ({ default: module.SqlTab })));

type SqlPageProps = { view: SqlView; chart: SavedChart | undefined };

/** Explore in SQL; the text is kept in the URL and can be saved as a chart. */
export function SqlPage({ view, chart }: SqlPageProps) {
  const { showSql } = useExploreLocation();
  return (
    <>
      <Heading tab="sql" dataset={undefined} chart={chart} />
      <Suspense fallback={<PageSpinner />}>
        <SqlTab
          view={view}
          onChange={(next) => showSql(next, chart?.id)}
          renderActions={(drawnChart, result) => (
            <>
              <SqlAlert {...{ drawnChart, result }} title={chart?.name ?? ''} />
              <SqlSave view={view} drawnChart={drawnChart} chart={chart} />
            </>
          )}
        />
      </Suspense>
    </>
  );
}

type SqlAlertProps = { drawnChart: Chart; result: Result; title: string };

function SqlAlert({ drawnChart: { ask: spec }, result, title }: SqlAlertProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (spec.kind !== 'sql' || !hasNumber(result)) return null;
  return (
    <>
      <Button
        icon={<BellOutlined aria-hidden />}
        aria-label={t('alerts.make')}
        title={t('alerts.make')}
        onClick={() => setOpen(true)}
      />
      <Suspense>
        {isOpen && (
          <AlertDialog
            subject={undefined}
            source={{ spec, result, span: null, title, origin: null }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const noop = () => undefined;

function SqlSave({ view, drawnChart, chart }: SqlPageProps & { drawnChart: Chart }) {
  const { t } = useTranslation();
  const { showSql } = useExploreLocation();
  const saving = useSaveChart({
    saved: chart,
    chart: drawnChart,
    proposed: chart?.name ?? t('explore.tabs.sql'),
    onSaved: ({ id }) => showSql(view, id),
  });
  useExploreKeys({ onRun: noop, onRefresh: noop, onSave: saving.start });
  return (
    <>
      <SaveButtons saving={saving} chart={chart} />
      {saving.dialog}
    </>
  );
}
