import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';

import { currentLanguage, languageOptions } from '#web/shell/language.ts';
import { themeChoices, useThemeChoice } from '#web/shell/theme.ts';
import { setPreferences } from '#web/ui/set-preferences.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { NumberPanels } from './NumberPanels.tsx';
import { ZonePanel } from './ZonePanel.tsx';

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
