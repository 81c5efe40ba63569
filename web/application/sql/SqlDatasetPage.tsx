import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';

import { isNotFound } from '#contract/errors.ts';
import { databases } from '#domain/databases.ts';
import { applicationQuery } from '#web/http/applications.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { throwUnlessNotFound } from '#web/http/not-found.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { MissingApplication } from '../MissingApplication.tsx';
import { labelOf } from '../names.ts';
import { CreateDataset } from './CreateDataset.tsx';
import { SaveSql } from './SaveSql.tsx';
import { SqlBench } from './SqlBench.tsx';
import { useSqlRight } from './sql-rights.ts';

/** Creates a dataset from SQL of a connected database; with `?dataset=`, edits the SQL of a dataset. */
export function SqlDatasetPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const datasetId = search.get('dataset');
  const { data: application, error } = useQuery({ ...applicationQuery(id), throwOnError: throwUnlessNotFound });
  const { data: dataset, error: datasetError } = useQuery({
    ...datasetQuery(datasetId ?? ''),
    enabled: datasetId !== null,
    throwOnError: throwUnlessNotFound,
  });
  const isOpen = application?.kind === 'connection' && application.right === 'edit';
  const { kind, right, error: settingsError } = useSqlRight(id, { isEnabled: isOpen });
  if (isNotFound(error)) return <MissingApplication application={id} wasOpen={application !== undefined} />;
  if (application && !isOpen) return <NotFound />;
  const connection = dataset?.connection;
  const sql = connection && 'sql' in connection ? connection.sql : undefined;
  if (isNotFound(datasetError) || (dataset && (sql === undefined || dataset.applicationId !== id))) return <NotFound />;
  if (settingsError) return <SqlForbidden application={id} text={sentenceOf(settingsError)} />;
  if (!application || !kind || !right || (datasetId !== null && !dataset)) return <PageSpinner />;
  if (right !== 'allowed')
    return <SqlForbidden application={id} text={t(`datasetSql.${right === 'off' ? 'offOwner' : 'forbidden'}`)} />;
  const title = dataset ? t('datasetSql.editTitle', { name: labelOf(dataset, language) }) : t('datasetSql.title');
  return (
    <>
      <Breadcrumbs
        label={t('common.crumbs')}
        links={[
          { to: '/application', text: t('common.menu.application') },
          { to: `/application/${id}`, text: application.name },
        ]}
      />
      <PageHeading title={title} lead={t('datasetSql.lead', { database: databases[kind].name })} />
      <SqlBench
        key={dataset?.id}
        application={id}
        kind={kind}
        initial={sql ?? ''}
        renderActions={(text) =>
          dataset ? <SaveSql dataset={dataset} sql={text} /> : <CreateDataset application={id} sql={text} />
        }
      />
    </>
  );
}

function SqlForbidden({ application, text }: { application: string; text: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState picture={<LostPicture />} title={t('datasetSql.notAllowed')} text={text}>
      <LinkButton to={`/application/${application}/settings`} primary>
        {t('tables.toSettings')}
      </LinkButton>
    </EmptyState>
  );
}
