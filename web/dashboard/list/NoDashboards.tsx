import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { GetStarted } from '#web/application/list/GetStarted.tsx';
import { applicationsQuery } from '#web/http/applications.ts';
import { useIsEditor } from '#web/http/me.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { BoardPicture, LostPicture } from '#web/ui/pictures.tsx';
import type { ListFilter } from './list-filter.ts';
import { NewButton } from './NewButton.tsx';
import style from './NoDashboards.module.css';

/** Empty list; without data it offers ways to add some. */
export function NoDashboards() {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const { data: applications, isPending } = useQuery({ ...applicationsQuery, throwOnError: false });
  if (isPending) return <PageSpinner />;
  if (isEditor && applications?.length === 0) return <NoData />;
  return (
    <EmptyState
      picture={<BoardPicture />}
      title={t('dashboard.empty.title')}
      text={t(isEditor ? 'dashboard.empty.text' : 'dashboard.empty.viewer')}
    >
      {isEditor && <NewButton />}
      <LinkButton to="/dashboard/explore">{t('dashboard.empty.explore')}</LinkButton>
      <LinkButton to="/help/first-hour">{t('dashboard.empty.help')}</LinkButton>
    </EmptyState>
  );
}

function NoData() {
  const { t } = useTranslation();
  return (
    <section className={style['begin']}>
      <header>
        <h2>{t('dashboard.empty.title')}</h2>
        <p>{t('dashboard.empty.begin')}</p>
      </header>
      <GetStarted />
    </section>
  );
}

/** No dashboard matches the filter. */
export function NoMatches({ filter: { show, search } }: { filter: ListFilter }) {
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
