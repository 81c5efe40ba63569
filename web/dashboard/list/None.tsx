import { useTranslation } from 'react-i18next';

import { useIsEditor } from '#web/http/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { BoardPicture, LostPicture } from '#web/ui/pictures.tsx';
import { CreateMenu } from './CreateMenu.tsx';
import type { Wanted } from './finding.ts';

/** Before there is any dashboard. */
export function NoDashboards() {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  return (
    <EmptyState
      picture={<BoardPicture />}
      title={t('dashboard.empty.title')}
      text={t(isEditor ? 'dashboard.empty.text' : 'dashboard.empty.viewer')}
    >
      {isEditor && <CreateMenu />}
      <LinkButton to="/dashboard/explore">{t('dashboard.empty.explore')}</LinkButton>
      <LinkButton to="/application">{t('dashboard.empty.action')}</LinkButton>
      <LinkButton to="/help/first-hour">{t('dashboard.empty.help')}</LinkButton>
    </EmptyState>
  );
}

/** There are dashboards, but none of this kind. */
export function NoneFound({ wanted: { show, search } }: { wanted: Wanted }) {
  const { t } = useTranslation();
  const reason = search ? 'search' : show;
  return (
    <EmptyState
      picture={<LostPicture />}
      title={t(`dashboard.list.none.${reason}.title`, { search })}
      text={t(`dashboard.list.none.${reason}.text`)}
    >
      <LinkButton to="/dashboard">{t('dashboard.list.none.action')}</LinkButton>
    </EmptyState>
  );
}
