import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { markChangelogRead, seenQuery } from '#web/http/changelog.ts';
import style from './DashboardLayout.module.css';

/** Link to the changelog, with a dot while there are unread changes. */
export function ChangelogLink() {
  const { t } = useTranslation();
  const { data } = useQuery({ ...seenQuery, throwOnError: false });
  const isNew = data !== undefined && data.seen !== null && data.seen < __CHANGES__;
  // A new member starts with everything read.
  useEffect(() => {
    if (data?.seen === null) void markChangelogRead().catch(() => undefined);
  }, [data]);
  return (
    <Link to="/changelog" className={isNew ? style['new'] : ''} aria-label={isNew ? t('changelog.hasNew') : undefined}>
      {t('common.menu.changelog')}
    </Link>
  );
}
