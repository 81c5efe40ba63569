import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '#domain/language.ts';
import { markChangelogRead, seenQuery } from '#web/http/changelog.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import changelog from '../../CHANGELOG.md?raw';
import style from './ChangelogArea.module.css';
import { numberChanges, releasesOf } from './releases.ts';

const releases = numberChanges(releasesOf(changelog));

/** The releases of the product, newest first, with those since the last visit marked. */
export function ChangelogArea() {
  const { t } = useTranslation();
  const { data, isError } = useQuery({ ...seenQuery, throwOnError: false });
  const seenState = isError ? { seen: null } : data;
  return (
    <>
      <PageHeading title={t('common.menu.changelog')} lead={t('changelog.lead')} />
      {seenState ? <Releases seenCount={seenState.seen ?? __CHANGES__} /> : <PageSpinner />}
    </>
  );
}

/** Keeps the marks while the page is open, although all changes are saved as read. */
function Releases({ seenCount }: { seenCount: number }) {
  const { t, i18n } = useTranslation();
  const [seenBefore] = useState(seenCount);
  useEffect(() => {
    // If this fails, the next visit marks the changes as read.
    void markChangelogRead().catch(() => undefined);
  }, []);
  return releases.map(({ version, date, changes }) => (
    <Panel
      key={version}
      title={date ? version : t('changelog.unreleased')}
      extra={<time className={style['date']}>{date}</time>}
    >
      <ul className={style['changes']}>
        {changes.map(({ text, number }) => (
          <li key={number}>
            {number > seenBefore && (
              <>
                <Badge tone="brand">{t('changelog.new')}</Badge>{' '}
              </>
            )}
            {text[i18n.language as Language]}
          </li>
        ))}
      </ul>
    </Panel>
  ));
}
