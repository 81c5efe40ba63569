import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';

import { currentLanguage } from '#web/shell/language.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { themeChoices, useThemeChoice } from '#web/shell/theme.ts';
import { setPreferences } from '#web/ui/set-preferences.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ZoneSelect } from '#web/ui/ZoneSelect.tsx';
import { usePreferences } from '#web/shell/preferences.ts';
import { browserZone } from '#web/shell/browser-zone.ts';
import { NumberPanels } from './NumberPanels.tsx';
import style from './NumberPanels.module.css';

/** Language, theme, number and zone preferences, the same in every browser. */
export function PreferencesPage() {
  const { t } = useTranslation();
  const theme = useThemeChoice();
  return (
    <>
      <PageHeading title={t('account.preferences.title')} lead={t('account.preferences.lead')} />
      <Panel title={t('common.language')}>
        <Segmented
          aria-label={t('common.language')}
          value={currentLanguage()}
          options={languageOptions.map(({ text, value }) => ({ label: text, value }))}
          onChange={(language) => setPreferences({ language })}
        />
      </Panel>
      <Panel title={t('account.preferences.theme')}>
        <Segmented
          aria-label={t('account.preferences.theme')}
          value={theme}
          options={themeChoices.map((choice) => ({ label: t(`account.preferences.themes.${choice}`), value: choice }))}
          onChange={(choice) => setPreferences({ theme: choice })}
        />
      </Panel>
      <NumberPanels />
      <ZonePanel />
    </>
  );
}

/** The time zone in which days begin. */
function ZonePanel() {
  const { t } = useTranslation();
  const { zone } = usePreferences();
  return (
    <Panel title={t('account.preferences.zone')}>
      <p className={style['lead']}>{t('account.preferences.zoneLead')}</p>
      <ZoneSelect
        className={style['zone'] ?? ''}
        label={t('account.preferences.zone')}
        value={zone}
        browserText={t('account.preferences.zoneOfBrowser', { zone: browserZone() })}
        onChange={(value) => setPreferences({ zone: value })}
      />
    </Panel>
  );
}
