import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { Closed } from '#web/access/Closed.tsx';
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

/** What is not here any more: in the trash, for those who may look there, or nowhere. */
export function Missing({
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
  const thrown = trash?.datasets.find((each) => each.id === dataset);
  const name = thrown ? labelOf(thrown, language) : trash?.applications.find((each) => each.id === application)?.name;
  if (name !== undefined) return <InTrash name={name} />;
  return isEditor && !isFetchedAfterMount && !error ? (
    <PageSpinner />
  ) : wasOpen ? (
    <Closed to="/application" />
  ) : (
    <NotFound />
  );
}

function InTrash({ name }: { name: string }) {
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
