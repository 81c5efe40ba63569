import { useTranslation } from 'react-i18next';

import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';

/** The page for an unknown URL. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('notFound.title')} />
      <EmptyState picture={<LostPicture />} title={t('notFound.heading')} text={t('notFound.text')}>
        <LinkButton to="/dashboard" primary>
          {t('notFound.action')}
        </LinkButton>
        <LinkButton to="/help">{t('common.menu.help')}</LinkButton>
      </EmptyState>
    </>
  );
}
