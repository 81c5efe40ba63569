import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Route, Routes } from 'react-router';

import { meQuery } from '#web/http/me.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';

export function ApplicationArea() {
  return (
    <Routes>
      <Route index element={<ApplicationList />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** The list of applications; before there is any, what one is. */
function ApplicationList() {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  return (
    <>
      <PageHeading title={t('common.menu.application')} lead={t('application.lead')} />
      <EmptyState picture={<InflowPicture />} title={t('application.empty.title')} text={t('application.empty.text')}>
        <LinkButton to="/help/first-hour" primary>
          {t('application.empty.action')}
        </LinkButton>
        {me?.role === 'owner' && <LinkButton to="/account/members">{t('application.empty.members')}</LinkButton>}
      </EmptyState>
    </>
  );
}
