import { useTranslation } from 'react-i18next';

import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { ClosedPicture } from '#web/ui/pictures.tsx';

/** Shown when access was revoked while the page was open. */
export function NoAccess({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('access.closed.title')} />
      <EmptyState picture={<ClosedPicture />} title={t('access.closed.heading')} text={t('access.closed.text')}>
        <LinkButton to={to} primary>
          {t('access.closed.action')}
        </LinkButton>
      </EmptyState>
    </>
  );
}
