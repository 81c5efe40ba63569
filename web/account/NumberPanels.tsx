import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';

import { preferenceChoices } from '#contract/preferences/preferences.ts';
import { formatAmount } from '#display/format/unit.ts';
import { plainStyle } from '#domain/query/chart.ts';
import { useLook, usePreferences } from '#web/shell/preferences.ts';
import { setPreferences } from '#web/ui/set-preferences.ts';
import { Panel } from '#web/ui/Panel.tsx';
import style from './NumberPanels.module.css';

const example = 12_345_678;

/** Preferences for number units, the colour of a rise, and the first day of the week. */
export function NumberPanels() {
  const { t } = useTranslation();
  const { units, rising, weekStart } = usePreferences();
  const look = useLook();
  return (
    <>
      <Panel title={t('account.preferences.units')}>
        <p className={style['lead']}>{t('account.preferences.unitsLead')}</p>
        <Segmented
          className={style['choices']}
          aria-label={t('account.preferences.units')}
          value={units}
          options={preferenceChoices.units.map((value) => ({
            value,
            label: t(`account.preferences.unitChoices.${value}`),
          }))}
          onChange={(value) => setPreferences({ units: value })}
        />
        <p className={style['example']}>
          {example.toLocaleString('en-US')} → <strong>{formatAmount(example, plainStyle, look)}</strong>
        </p>
      </Panel>
      <Panel title={t('account.preferences.rising')}>
        <Segmented
          className={style['choices']}
          aria-label={t('account.preferences.rising')}
          value={rising}
          options={preferenceChoices.rising.map((value) => ({
            value,
            label: t(`account.preferences.risingChoices.${value}`),
          }))}
          onChange={(value) => setPreferences({ rising: value })}
        />
      </Panel>
      <Panel title={t('account.preferences.weekStart')}>
        <Segmented
          className={style['choices']}
          aria-label={t('account.preferences.weekStart')}
          value={weekStart}
          options={preferenceChoices.weekStart.map((value) => ({
            value,
            label: t(`account.preferences.weekStartChoices.${value}`),
          }))}
          onChange={(value) => setPreferences({ weekStart: value })}
        />
      </Panel>
    </>
  );
}
