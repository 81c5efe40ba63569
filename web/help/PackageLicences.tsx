import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { loadAsset } from '#web/http/client.ts';
import { Panel } from '#web/ui/Panel.tsx';
import style from './AboutPage.module.css';

type PackageNotice = { name: string; version: string; licence: string; text: number };
type PackageNotices = { texts: string[]; packages: PackageNotice[] };

/** The bundled packages with their licences; large, so loaded on demand. */
export function PackageLicences() {
  const { t } = useTranslation();
  const [notices, setNotices] = useState<PackageNotices>();
  const load = async () => setNotices((await loadAsset('assets/notices.json')) as PackageNotices);
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
