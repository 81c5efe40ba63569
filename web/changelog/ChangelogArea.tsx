import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '#contract/language.ts';
import { noteRead, seenQuery } from '#web/http/changelog.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import changelog from '../../CHANGELOG.md?raw';
import style from './ChangelogArea.module.css';
import { numbered, releasesOf } from './releases.ts';

const releases = numbered(releasesOf(changelog));

/** The releases of the product, newest first, with what came since one last looked. */
export function ChangelogArea() {
  const { t } = useTranslation();
  const { data, isError } = useQuery({ ...seenQuery, throwOnError: false });
  const known = isError ? { seen: null } : data;
  return (
    <>
      <PageHeading title={t('common.menu.changelog')} lead={t('changelog.lead')} />
      {known ? <Releases seen={known.seen ?? __CHANGES__} /> : <PageSpinner />}
    </>
  );
}

/** The marks stay for as long as the page is open, though everything is noted as read. */
function Releases({ seen }: { seen: number }) {
  const { t, i18n } = useTranslation();
  const [before] = useState(seen);
  useEffect(() => {
    void noteRead().catch(() => undefined);
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
            {number > before && (
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
