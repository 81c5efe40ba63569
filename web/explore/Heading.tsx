import { AppstoreAddOutlined, FolderOpenOutlined, SaveOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';

import type { SavedChart } from '#contract/saved-charts/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { labelOf } from '#display/words/subject.ts';
import { markedName, marksOf } from '#display/words/verification.ts';
import { DataAddressButton } from '#web/data-address/DataAddressButton.tsx';
import { chartsQuery, allDatasetsQuery } from '#web/http/run-query.ts';
import { useIsEditor } from '#web/http/me.ts';
import { useLanguage } from '#web/ui/language.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { VerifiedMark } from '#web/ui/VerifiedMark.tsx';
import style from './Heading.module.css';
import { addressOfDataset, useTabLinks } from './explore-location.ts';
import type { ChartSaving } from './use-save-chart.tsx';
import type { SqlView } from './sql/sql-view.ts';

// The table of charts is heavy and seldom opened.
const ChartList = lazy(() => import('./ChartList.tsx').then((module) => ({ default: module.ChartList })));

type HeadingProps = {
  tab: 'click' | 'sql';
  dataset: Dataset | undefined;
  chart: SavedChart | undefined;
  saving?: ChartSaving;
  /** The built query converted to SQL. */
  convertedSql?: SqlView | undefined;
  children?: ReactNode;
};

/** Heading of explore: title, dataset, tabs and actions. */
export function Heading({ tab, dataset, chart, saving, convertedSql, children }: HeadingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = chart?.name ?? (dataset ? t('explore.of', { name: labelOf(dataset, language) }) : t('explore.title'));
  const heading = usePageTitle(name);
  return (
    <div className={style['heading']}>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {chart?.name ?? t('explore.title')}
      </h1>
      {dataset && <DatasetChoice dataset={dataset} />}
      <TabSwitch tab={tab} convertedSql={convertedSql} />
      <div className={style['actions']}>
        {children}
        {chart && <DataAddressButton source={{ kind: 'chart', id: chart.id }} name={chart.name} isNarrow />}
        <SavedCharts />
        {saving && <SaveButtons saving={saving} chart={chart} />}
      </div>
    </div>
  );
}

function DatasetChoice({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { data: datasets = [] } = useQuery({ ...allDatasetsQuery, throwOnError: false });
  const offered = datasets.some(({ id }) => id === dataset.id) ? datasets : [dataset, ...datasets];
  return (
    <div className={style['dataset']}>
      <PlainSelect
        label={t('explore.dataset')}
        value={dataset.id}
        options={offered.map((each) => ({
          value: each.id,
          // The mark of the selected dataset is beside the field.
          text: each.id === dataset.id ? labelOf(each, language) : markedName(each, language),
        }))}
        onChange={(id) => void navigate(addressOfDataset(id))}
      />
      <VerifiedMark marks={marksOf(dataset, language)} />
    </div>
  );
}

/** Switches between building and SQL; each tab keeps its own query in the URL. */
function TabSwitch({ tab, convertedSql }: Pick<HeadingProps, 'tab' | 'convertedSql'>) {
  const { t } = useTranslation();
  const linkOf = useTabLinks(convertedSql);
  if (!useIsEditor()) return null;
  return (
    <nav className={style['ways']} aria-label={t('explore.tabs.label')}>
      {(['click', 'sql'] as const).map((each) => (
        <Link key={each} {...linkOf(each)} aria-current={each === tab ? 'page' : undefined}>
          {t(`explore.tabs.${each}`)}
        </Link>
      ))}
    </nav>
  );
}

function SavedCharts() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { data: charts = [] } = useQuery({ ...chartsQuery, throwOnError: false });
  return (
    <>
      <Button
        icon={<FolderOpenOutlined aria-hidden />}
        aria-label={t('explore.charts')}
        title={t('explore.charts')}
        onClick={() => setOpen(true)}
      />
      <Drawer open={isOpen} size={720} title={t('explore.charts')} onClose={() => setOpen(false)}>
        <Suspense>{isOpen && <ChartList charts={charts} onOpen={() => setOpen(false)} />}</Suspense>
      </Drawer>
    </>
  );
}

/** Saves the chart: an open one under its name, or as a new one. */
export function SaveButtons({ saving, chart }: { saving: ChartSaving; chart: SavedChart | undefined }) {
  const { t } = useTranslation();
  if (!useIsEditor()) return null;
  return (
    <>
      <Button icon={<AppstoreAddOutlined aria-hidden />} disabled={!saving.canSave} onClick={saving.startCard}>
        {t('dashboard.keep.action')}
      </Button>
      {chart && (
        <Button disabled={!saving.canSave} onClick={saving.startNew}>
          {t('explore.saveNew')}
        </Button>
      )}
      {chart?.right !== 'view' && (
        <Button
          type={saving.isChanged ? 'primary' : 'default'}
          icon={<SaveOutlined aria-hidden />}
          disabled={!saving.canSave || !saving.isChanged}
          onClick={saving.start}
        >
          {t(chart ? 'common.save' : 'explore.saveAs')}
        </Button>
      )}
    </>
  );
}
