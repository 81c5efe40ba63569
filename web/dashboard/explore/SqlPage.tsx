import { BellOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#contract/chart.ts';
import type { SavedChart } from '#contract/charts.ts';
import type { Result } from '#contract/query.ts';
import { hasNumber } from '#web/dashboard/alerts/number.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Heading, SaveButtons } from './Heading.tsx';
import { useKeys } from './keys.ts';
import { useShown } from './location.ts';
import { useSaving } from './saving.tsx';
import type { SqlView } from './sql/sql-view.ts';

const AlertDialog = lazy(() =>
  import('#web/dashboard/alerts/AlertDialog.tsx').then((module) => ({ default: module.AlertDialog })),
);
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
          renderActions={(drawn, result) => (
            <>
              <SqlAlert {...{ drawn, result }} title={chart?.name ?? ''} />
              <SqlSave view={view} drawn={drawn} chart={chart} />
            </>
          )}
        />
      </Suspense>
    </>
  );
}

type Watched = { drawn: Chart; result: Result; title: string };

function SqlAlert({ drawn: { ask }, result, title }: Watched) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (ask.kind !== 'sql' || !hasNumber(result)) return null;
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
            made={{ ask, result, span: null, title, origin: null }}
            onClose={() => setOpen(false)}
          />
        )}
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
