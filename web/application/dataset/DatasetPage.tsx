import { DashboardOutlined, DatabaseOutlined, LineChartOutlined } from '@ant-design/icons';
import { useQuery, useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams, useNavigate } from 'react-router';

import { isNotFound } from '#contract/errors.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { DataAddressButton } from '#web/data-address/DataAddressButton.tsx';
import { applicationQuery } from '#web/http/applications.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useIsEditor } from '#web/http/me.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { formatNumber, formatShort } from '#display/format/number.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { lazyComponent } from '#web/ui/lazy-component.ts';
import { TabLinks } from '#web/ui/TabLinks.tsx';
import { createAutomaticDashboard } from '#web/http/dashboards.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { throwUnlessNotFound } from '#web/http/not-found.ts';
import { ExtractButton } from '../extracts/ExtractButton.tsx';
import { MissingApplication } from '../MissingApplication.tsx';
import { labelOf } from '../names.ts';
import { placeOf } from '../place.ts';
import { RelationsTab } from '../relations/RelationsTab.tsx';
import { SqlSource } from '../sql/SqlSource.tsx';
import { FilePicker } from '../upload/FilePicker.tsx';
import style from '../page/ApplicationPage.module.css';
import { DatasetFreshness } from './DatasetFreshness.tsx';
import { MarkVerifiedButton } from './MarkVerifiedButton.tsx';
import { MetricsTab } from './MetricsTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { RejectsTab } from './RejectsTab.tsx';
import { RowsTab } from './RowsTab.tsx';
import { SchemaChanges } from './SchemaChanges.tsx';
import { SchemaTab } from './SchemaTab.tsx';
import { UseTab } from './UseTab.tsx';
import { VerificationNote } from './VerificationNote.tsx';
import { VersionsTab } from './VersionsTab.tsx';

const contents = {
  rows: RowsTab,
  profile: ProfileTab,
  schema: SchemaTab,
  metrics: MetricsTab,
  relations: RelationsTab,
  rejects: RejectsTab,
  versions: VersionsTab,
  use: UseTab,
  rules: lazyComponent(() => import('../row-rules/RowRulesTab.tsx'), 'RowRulesTab'),
} satisfies Record<string, (props: { dataset: Dataset }) => ReactNode>;
type DatasetTab = keyof typeof contents;
const tabs = Object.keys(contents) as DatasetTab[];

// Rows of a connected database are neither imported nor versioned.
const loadedTabs = new Set<DatasetTab>(['rejects', 'versions']);

/** One dataset in tabs: rows, profile, schema, metrics, relations, rejects, versions, use and row rules. */
export function DatasetPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const isEditor = useIsEditor();
  const { id = '', dataset: datasetId = '', tab = 'rows' } = useParams();
  const { data: application, error: applicationError } = useQuery({ ...applicationQuery(id), throwOnError: false });
  const { data: dataset, error } = useQuery({ ...datasetQuery(datasetId), throwOnError: throwUnlessNotFound });
  if (!tabs.includes(tab as DatasetTab)) return <NotFound />;
  if (isNotFound(error) || isNotFound(applicationError))
    return <MissingApplication application={id} dataset={datasetId} wasOpen={dataset !== undefined} />;
  // The application determines whether the member may see the row rules.
  if (!dataset || (tab === 'rules' && !application && !applicationError)) return <PageSpinner />;
  if (dataset.applicationId !== id) return <NotFound />;
  const isConnected = dataset.connection !== null;
  const isManager = application?.right === 'edit';
  const isOffered = (each: DatasetTab) => {
    if (each === 'rules') return isManager;
    if (!loadedTabs.has(each)) return true;
    // Versions and rejected rows would reveal rows that row rules hide.
    return !isConnected && dataset.rows !== null;
  };
  const offered = tabs.filter(isOffered);
  if (!offered.includes(tab as DatasetTab))
    return <Navigate replace to={`/application/${id}/datasets/${dataset.id}`} />;
  const Content = contents[tab as DatasetTab];
  const links = [
    { to: '/application', text: t('common.menu.application') },
    { to: `/application/${id}`, text: application?.name ?? '…' },
  ];
  const countOf = (each: DatasetTab) =>
    each === 'rejects' && dataset.rejects > 0 ? formatShort(dataset.rejects, language) : undefined;
  return (
    <>
      <Breadcrumbs label={t('common.crumbs')} links={links} />
      <PageHeading
        title={labelOf(dataset, language)}
        lead={dataset.description[language] || dataset.description[language === 'zh_CN' ? 'en_US' : 'zh_CN']}
        actions={
          <>
            <LinkButton to={`/dashboard/explore?dataset=${dataset.id}`} icon={<LineChartOutlined aria-hidden />}>
              {t('dataset.explore')}
            </LinkButton>
            <DataAddressButton source={{ kind: 'dataset', id: dataset.id }} name={labelOf(dataset, language)} />
            {isManager && !dataset.verification && <MarkVerifiedButton dataset={dataset} />}
            {isEditor && <CreateDashboardButton dataset={dataset.id} />}
            {isEditor && isConnected && <ExtractButton dataset={dataset} />}
            {isManager && !isConnected && <FilePicker into={id} dataset={dataset.id} text={t('dataset.more')} />}
          </>
        }
      />
      <VerificationNote dataset={dataset} />
      {dataset.connection && <PlaceNote connection={dataset.connection} />}
      {dataset.connection && 'sql' in dataset.connection && (
        <SqlSource dataset={dataset} sql={dataset.connection.sql} />
      )}
      <SchemaChanges dataset={dataset} />
      <DatasetNumbers dataset={dataset} canEdit={isManager} />
      <TabLinks
        label={t('dataset.parts')}
        tabs={offered.map((each) => ({
          to: `/application/${id}/datasets/${dataset.id}/${each}`,
          text: t(`dataset.tabs.${each}`),
          selected: each === tab,
          count: countOf(each),
        }))}
      />
      <Suspense fallback={<PageSpinner />}>
        <Content dataset={dataset} />
      </Suspense>
    </>
  );
}

/** States where the rows are stored, and why there are no versions, rejected rows or uploads. */
function PlaceNote({ connection }: { connection: NonNullable<Dataset['connection']> }) {
  const { t } = useTranslation();
  return (
    <p className={style['place']}>
      <DatabaseOutlined aria-hidden />
      <span dir="auto">{t('dataset.inPlace', { place: placeOf(connection) })}</span>
      <small>{t('dataset.inPlaceText')}</small>
    </p>
  );
}

function DatasetNumbers({ dataset, canEdit }: { dataset: Dataset; canEdit: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isConnected = dataset.connection !== null;
  const isRestricted = dataset.rows === null;
  const rows = isRestricted
    ? t('rowRules.someRows')
    : isConnected
      ? t('dataset.estimate', { rows: formatShort(dataset.rows, language) })
      : formatNumber(dataset.rows, language);
  return (
    <dl className={style['figures']}>
      {(!isConnected || isRestricted || dataset.rows! > 0) && (
        <div>
          <dt>{t('application.rows')}</dt>
          <dd className="numbers">{rows}</dd>
        </div>
      )}
      <div>
        <dt>{t('dataset.columns')}</dt>
        <dd className="numbers">{formatNumber(dataset.columns.length, language)}</dd>
      </div>
      {!isConnected && (
        <div>
          <dt>{t('dataset.version')}</dt>
          <dd className="numbers">{dataset.version}</dd>
        </div>
      )}
      <DatasetFreshness dataset={dataset} canEdit={canEdit} />
    </dl>
  );
}

/** Creates a dashboard from a dataset in one click. */
function CreateDashboardButton({ dataset }: { dataset: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => createAutomaticDashboard(dataset),
    onSuccess: ({ id }) => navigate(`/dashboard/${id}`),
    onError: toastProblem,
  });
  return (
    <Button icon={<DashboardOutlined aria-hidden />} loading={isPending} onClick={() => mutate()}>
      {t('dataset.board')}
    </Button>
  );
}
