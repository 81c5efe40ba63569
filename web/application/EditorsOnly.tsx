import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { meQuery } from '#web/http/me.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';

/** A page for editors; viewers get an explanation and a link back. */
export function EditorsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  if (!me) return <PageSpinner />;
  if (me.role !== 'viewer') return children;
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        picture={<LostPicture />}
        title={t('application.editorsOnly')}
        text={t('application.editorsOnlyText')}
      >
        <LinkButton to="/application" primary>
          {t('upload.toApplications')}
        </LinkButton>
      </EmptyState>
    </>
  );
}
