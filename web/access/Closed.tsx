import { useTranslation } from 'react-i18next';

import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { ClosedPicture } from '#web/ui/pictures.tsx';

/** What someone was looking at and may not see any more. */
export function Closed({ to }: { to: string }) {
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
