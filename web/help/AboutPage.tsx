import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { installationQuery } from '#web/http/installation.ts';
import { meQuery } from '#web/http/me.ts';
import { readToken } from '#web/shell/token.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import style from './AboutPage.module.css';
import { PackageLicences } from './PackageLicences.tsx';

const SystemPanel = lazy(() => import('./SystemPanel.tsx').then((module) => ({ default: module.SystemPanel })));

/** About the product: version, licence, packages and, for the owner, the system status. */
export function AboutPage() {
  const { t } = useTranslation();
  const { data: installation } = useQuery(installationQuery);
  const { data: me } = useQuery({ ...meQuery, throwOnError: false, enabled: Boolean(readToken()) });
  return (
    <>
      <PageHeading title={t('about.title')} lead={t('about.lead')} />
      <Panel title={t('about.what')}>
        <p className={style['text']}>{t('about.text')}</p>
      </Panel>
      <Panel title={t('about.facts')}>
        <Facts
          rows={[
            [t('about.version'), installation?.version ?? __VERSION__],
            [t('about.licence'), 'Apache-2.0'],
            [t('about.privacy'), t('about.privacyText')],
          ]}
        />
      </Panel>
      {me?.role === 'owner' && (
        <Suspense>
          <SystemPanel />
        </Suspense>
      )}
      <PackageLicences />
    </>
  );
}
