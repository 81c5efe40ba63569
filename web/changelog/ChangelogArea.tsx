import { useTranslation } from 'react-i18next';

import type { Language } from '#contract/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import changelog from '../../CHANGELOG.md?raw';
import style from './ChangelogArea.module.css';
import { releasesOf } from './releases.ts';

const releases = releasesOf(changelog);

/** The releases of the product, newest first. */
export function ChangelogArea() {
  const { t, i18n } = useTranslation();
  return (
    <>
      <PageHeading title={t('common.menu.changelog')} lead={t('changelog.lead')} />
      {releases.map(({ version, date, changes }) => (
        <Panel key={version} title={version} extra={<time className={style['date']}>{date}</time>}>
          <ul className={style['changes']}>
            {changes.map((change) => (
              <li key={change.en_US}>{change[i18n.language as Language]}</li>
            ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}
