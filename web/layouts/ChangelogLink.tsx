import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { noteRead, seenQuery } from '#web/http/changelog.ts';
import style from './DashboardLayout.module.css';

/** The way to the changelog, with a quiet dot as long as it has something that one has not read of. */
export function ChangelogLink() {
  const { t } = useTranslation();
  const { data } = useQuery({ ...seenQuery, throwOnError: false });
  const isNew = data !== undefined && data.seen !== null && data.seen < __CHANGES__;
  // Whoever is new here has missed nothing: they are told of what comes from now on.
  useEffect(() => {
    if (data?.seen === null) void noteRead().catch(() => undefined);
  }, [data]);
  return (
    <Link to="/changelog" className={isNew ? style['new'] : ''} aria-label={isNew ? t('changelog.hasNew') : undefined}>
      {t('common.menu.changelog')}
    </Link>
  );
}
