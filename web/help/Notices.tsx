import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { loadAsset } from '#web/http/client.ts';
import { Panel } from '#web/ui/Panel.tsx';
import style from './AboutPage.module.css';

type Notice = { name: string; version: string; licence: string; text: number };
type All = { texts: string[]; packages: Notice[] };

/** The packages of others that are part of the product, with their licences; long, so fetched when asked for. */
export function Notices() {
  const { t } = useTranslation();
  const [all, setAll] = useState<All>();
  const load = async () => setAll((await loadAsset('assets/notices.json')) as All);
  return (
    <Panel title={t('about.notices')}>
      <p className={style['text']}>{t('about.noticesText')}</p>
      {all ? (
        <ul className={style['notices']}>
          {all.packages.map((each) => (
            <li key={`${each.name} ${each.version}`}>
              <details>
                <summary>
                  {each.name} <small className="numbers">{each.version}</small> <small>{each.licence}</small>
                </summary>
                <pre tabIndex={0}>{all.texts[each.text] || each.licence}</pre>
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
