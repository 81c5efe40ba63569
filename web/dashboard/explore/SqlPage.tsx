import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#contract/chart.ts';
import type { SavedChart } from '#contract/charts.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Heading, SaveButtons } from './Heading.tsx';
import { useKeys } from './keys.ts';
import { useShown } from './location.ts';
import { useSaving } from './saving.tsx';
import type { SqlView } from './sql/sql-view.ts';

const SqlTab = lazy(() => import('./sql/SqlTab.tsx').then((module) => ({ default: module.SqlTab })));

type Props = { view: SqlView; chart: SavedChart | undefined };

/** A question in SQL, kept in the address and as a chart like one by clicking. */
export function SqlPage({ view, chart }: Props) {
  const { showSql } = useShown();
  return (
    <>
      <Heading tab="sql" dataset={undefined} chart={chart} />
      <Suspense fallback={<PageSpinner />}>
        <SqlTab
          view={view}
          onChange={(next) => showSql(next, chart?.id)}
          renderActions={(drawn) => <SqlSave view={view} drawn={drawn} chart={chart} />}
        />
      </Suspense>
    </>
  );
}

const nothing = () => undefined;

function SqlSave({ view, drawn, chart }: Props & { drawn: Chart }) {
  const { t } = useTranslation();
  const { showSql } = useShown();
  const saving = useSaving({
    saved: chart,
    chart: drawn,
    proposed: chart?.name ?? t('explore.tabs.sql'),
    onSaved: ({ id }) => showSql(view, id),
  });
  useKeys({ onRun: nothing, onRefresh: nothing, onSave: saving.start });
  return (
    <>
      <SaveButtons saving={saving} chart={chart} />
      {saving.dialog}
    </>
  );
}
