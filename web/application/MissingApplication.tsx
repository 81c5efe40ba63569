import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { NoAccess } from '#web/access/NoAccess.tsx';
import { trashQuery } from '#web/http/applications.ts';
import { useIsEditor } from '#web/http/me.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';
import { labelOf } from './names.ts';

/** Page of an application or dataset that no longer exists: in the trash, no longer accessible, or not found. */
export function MissingApplication({
  application,
  dataset,
  wasOpen,
}: {
  application: string;
  dataset?: string;
  wasOpen: boolean;
}) {
  const isEditor = useIsEditor();
  const language = useLanguage();
  const {
    data: trash,
    error,
    isFetchedAfterMount,
  } = useQuery({ ...trashQuery, enabled: isEditor, throwOnError: false });
  const trashedDataset = trash?.datasets.find((each) => each.id === dataset);
  const name = trashedDataset
    ? labelOf(trashedDataset, language)
    : trash?.applications.find((each) => each.id === application)?.name;
  if (name !== undefined) return <TrashedApplication name={name} />;
  return isEditor && !isFetchedAfterMount && !error ? (
    <PageSpinner />
  ) : wasOpen ? (
    <NoAccess to="/application" />
  ) : (
    <NotFound />
  );
}

function TrashedApplication({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={name} />
      <EmptyState picture={<LostPicture />} title={t('trash.here')} text={t('trash.hereText')}>
        <LinkButton to="/application/trash" primary>
          {t('trash.open')}
        </LinkButton>
        <LinkButton to="/application">{t('upload.toApplications')}</LinkButton>
      </EmptyState>
    </>
  );
}
