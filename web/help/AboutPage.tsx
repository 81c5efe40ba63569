import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { installationQuery } from '#web/http/installation.ts';
import { meQuery } from '#web/http/me.ts';
import { readToken } from '#web/shell/token.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { loadAsset } from '#web/http/client.ts';
import style from './AboutPage.module.css';

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

type PackageNotice = { name: string; version: string; licence: string; text: number };
type PackageNotices = { texts: string[]; packages: PackageNotice[] };

/** The bundled packages with their licences; large, so loaded on demand. */
function PackageLicences() {
  const { t } = useTranslation();
  const [notices, setNotices] = useState<PackageNotices>();
  const load = () =>
    loadAsset('assets/notices.json').then((loaded) => setNotices(loaded as PackageNotices), toastProblem);
  return (
    <Panel title={t('about.notices')}>
      <p className={style['text']}>{t('about.noticesText')}</p>
      {notices ? (
        <ul className={style['notices']}>
          {notices.packages.map((each) => (
            <li key={`${each.name} ${each.version}`}>
              <details>
                <summary>
                  {each.name} <small className="numbers">{each.version}</small> <small>{each.licence}</small>
                </summary>
                <pre tabIndex={0}>{notices.texts[each.text] || each.licence}</pre>
              </details>
            </li>
          ))}
        </ul>
      ) : (
        <Button onClick={() => void load()}>{t('about.noticesShow')}</Button>
      )}
    </Panel>
  );
}
