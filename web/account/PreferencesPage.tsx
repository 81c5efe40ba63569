import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';

import { changeLanguage, currentLanguage, languageOptions } from '#web/shell/language.ts';
import { chooseTheme, themeChoices, useThemeChoice } from '#web/shell/theme.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { NumberPanels } from './NumberPanels.tsx';
import { ZonePanel } from './ZonePanel.tsx';

/** How the product looks and speaks in this browser. */
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
          onChange={(value) => void changeLanguage(value)}
        />
      </Panel>
      <Panel title={t('account.preferences.theme')}>
        <Segmented
          aria-label={t('account.preferences.theme')}
          value={theme}
          options={themeChoices.map((choice) => ({ label: t(`account.preferences.themes.${choice}`), value: choice }))}
          onChange={chooseTheme}
        />
      </Panel>
      <NumberPanels />
      <ZonePanel />
    </>
  );
}
