import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import { listZones, usePreferences } from '#web/shell/preferences.ts';
import { matchesZone } from '#display/words/zones.ts';
import { browserZone } from '#web/shell/browser-zone.ts';
import { setPreferences } from '#web/ui/set-preferences.ts';
import { Panel } from '#web/ui/Panel.tsx';
import style from './NumberPanels.module.css';

/** The time zone in which days begin. */
export function ZonePanel() {
  const { t } = useTranslation();
  const { zone } = usePreferences();
  const zones = ['UTC', ...listZones().filter((each) => each !== 'UTC')];
  return (
    <Panel title={t('account.preferences.zone')}>
      <p className={style['lead']}>{t('account.preferences.zoneLead')}</p>
      <Select
        showSearch={{
          filterOption: (typed, option) => matchesZone(option?.value || browserZone, typed),
        }}
        className={style['zone'] ?? ''}
        aria-label={t('account.preferences.zone')}
        value={zone}
        options={[
          { value: '', label: t('account.preferences.zoneOfBrowser', { zone: browserZone }) },
          ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
        ]}
        onChange={(value) => setPreferences({ zone: value })}
      />
    </Panel>
  );
}
