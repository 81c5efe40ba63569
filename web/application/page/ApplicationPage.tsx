import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';

import { isNotFound } from '#contract/errors.ts';
import type { Application } from '#contract/applications/routes.ts';
import { AccessButton } from '#web/access/AccessButton.tsx';
import { SharingMark } from '#web/access/SharingMark.tsx';
import { DataTimes } from '#web/freshness/DataTimes.tsx';
import { applicationQuery } from '#web/http/applications.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { formatBytes, formatShort } from '#display/format/number.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { TabLinks } from '#web/ui/TabLinks.tsx';
import { throwUnlessNotFound } from '#web/http/not-found.ts';
import { Health } from '../list/Health.tsx';
import { MissingApplication } from '../MissingApplication.tsx';
import { aboutRows } from '../estimates.ts';
import { ExtractsTab } from '../extracts/ExtractsTab.tsx';
import { ApplicationKindLabel } from '../list/ApplicationKindLabel.tsx';
import { SetupTab } from '../setup/SetupTab.tsx';
import { TablesTab } from '../tables/TablesTab.tsx';
import { FilePicker } from '../upload/FilePicker.tsx';
import style from './ApplicationPage.module.css';
import { DatasetsTab } from './DatasetsTab.tsx';
import { ImportsTab } from './ImportsTab.tsx';
import { KeysTab } from './KeysTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';

const tabs = ['datasets', 'tables', 'imports', 'extracts', 'keys', 'setup', 'settings'] as const;
type ApplicationTab = (typeof tabs)[number];

const connectionTabs: ApplicationTab[] = ['datasets', 'tables', 'settings'];
const loadedTabs: ApplicationTab[] = ['datasets', 'imports', 'extracts', 'keys', 'setup', 'settings'];

// Viewers get only the read-only tabs.
const viewerTabs = new Set<ApplicationTab>(['datasets', 'imports']);

function tabsOf({ kind, right }: Application): ApplicationTab[] {
  const all = kind === 'connection' ? connectionTabs : loadedTabs;
  return right === 'edit' ? all : all.filter((tab) => viewerTabs.has(tab));
}

const contents: Record<ApplicationTab, (props: { application: Application }) => React.ReactNode> = {
  datasets: DatasetsTab,
  tables: TablesTab,
  imports: ImportsTab,
  extracts: ExtractsTab,
  keys: KeysTab,
  setup: SetupTab,
  settings: SettingsTab,
};

/** One application in tabs: datasets, imports, extracts, keys, setup, settings; tables for a connected database. */
export function ApplicationPage() {
  const { t } = useTranslation();
  const { id = '', tab = 'datasets' } = useParams();
  const { data: application, error } = useQuery({ ...applicationQuery(id), throwOnError: throwUnlessNotFound });
  if (isNotFound(error)) return <MissingApplication application={id} wasOpen={application !== undefined} />;
  if (!application) return <PageSpinner />;
  const isEditor = application.right === 'edit';
  const offered = tabsOf(application);
  const isOffered = offered.some((each) => each === tab);
  if (!isOffered)
    return tabs.includes(tab as ApplicationTab) ? <Navigate replace to={`/application/${id}`} /> : <NotFound />;
  const Content = contents[tab as ApplicationTab];
  return (
    <>
      <Breadcrumbs label={t('common.crumbs')} links={[{ to: '/application', text: t('common.menu.application') }]} />
      <PageHeading
        title={application.name}
        actions={
          isEditor ? (
            <>
              <AccessButton kind="application" id={id} sharing={application.sharing} />
              {application.kind !== 'connection' && <FilePicker into={id} text={t('upload.more')} />}
            </>
          ) : (
            <SharingMark sharing={application.sharing} />
          )
        }
      />
      <ApplicationNumbers application={application} />
      <TabLinks
        label={t('application.parts')}
        tabs={offered.map((each) => ({
          to: `/application/${id}/${each}`,
          text: t(`application.tabs.${each}`),
          selected: each === tab,
        }))}
      />
      <Content application={application} />
    </>
  );
}

function ApplicationNumbers({ application }: { application: Application }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, rows, bytes, lastDataAt, newest } = application;
  const isConnected = kind === 'connection';
  return (
    <dl className={style['figures']}>
      <div>
        <dt>{t('application.kind')}</dt>
        <dd>
          <ApplicationKindLabel kind={kind} />
        </dd>
      </div>
      <div>
        <dt>{t('application.rows')}</dt>
        <dd className="numbers">{isConnected ? aboutRows(rows, language, t) : formatShort(rows, language)}</dd>
      </div>
      {!isConnected && (
        <>
          <div>
            <dt>{t('application.size')}</dt>
            <dd className="numbers">{formatBytes(bytes, language)}</dd>
          </div>
          <div>
            <dt>{t('application.last')}</dt>
            <dd>
              <DataTimes loadedAt={lastDataAt} newest={newest} />
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>{t('application.health')}</dt>
        <dd>
          <Health application={application} />
        </dd>
      </div>
    </dl>
  );
}
