import Checkbox from 'antd/es/checkbox';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import { coveredDays } from '#domain/time/expected-freshness.ts';
import { weekdayNames } from '#display/format/step.ts';
import { weekdays } from '#web/freshness/expectation-words.ts';
import { useLanguage } from '#web/ui/language.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { ZoneSelect } from '#web/ui/ZoneSelect.tsx';
import style from './DatasetFreshness.module.css';
import { type ExpectationDraft, intervalUnits } from './expectation-draft.ts';

type ExpectationFieldsProps = { draft: ExpectationDraft; onChange: (draft: ExpectationDraft) => void };

/** Fields of an interval, such as "at least every 6 hours". */
export function IntervalFields({ draft, onChange }: ExpectationFieldsProps) {
  const { t } = useTranslation();
  return (
    <div>
      <span>{t('freshness.interval')}</span>
      <div className={style['interval']}>
        <InputNumber
          min={1}
          max={527_040}
          precision={0}
          value={draft.count}
          aria-label={t('freshness.interval')}
          onChange={(count) => onChange({ ...draft, count })}
        />
        <PlainSelect
          label={t('freshness.unit')}
          value={draft.unit}
          options={intervalUnits.map((value) => ({ value, text: t(`freshness.units.${value}`) }))}
          onChange={(unit) => onChange({ ...draft, unit })}
        />
      </div>
    </div>
  );
}

/** Fields of a due time, such as "Monday to Friday by 09:00, with rows of the day before". */
export function ClockFields({ draft, isByRow, onChange }: ExpectationFieldsProps & { isByRow: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { days, at, covers, zone } = draft;
  const toggle = (day: number, isOn: boolean) => {
    const isChosen = (each: number) => (each === day ? isOn : days.includes(each));
    onChange({ ...draft, days: weekdays.filter(isChosen) });
  };
  return (
    <>
      <div role="group" aria-label={t('freshness.days')}>
        <span>{t('freshness.days')}</span>
        <div className={style['days']}>
          {weekdays.map((day) => (
            <Checkbox key={day} checked={days.includes(day)} onChange={({ target }) => toggle(day, target.checked)}>
              {weekdayNames(language)[day % 7]}
            </Checkbox>
          ))}
        </div>
        {days.length === 0 && <p className={style['problem']}>{t('freshness.noDays')}</p>}
      </div>
      <div className={style['clock']}>
        <label>
          {t('freshness.until')}
          <input
            type="time"
            required
            value={at}
            onChange={({ target }) => target.value && onChange({ ...draft, at: target.value })}
          />
        </label>
        <div>
          <span>{t('freshness.zone')}</span>
          <ZoneSelect
            className={style['zone'] ?? ''}
            label={t('freshness.zone')}
            value={zone}
            onChange={(next) => onChange({ ...draft, zone: next })}
          />
        </div>
      </div>
      <LabeledSelect
        label={t(`freshness.covers.${isByRow ? 'row' : 'load'}`)}
        value={covers}
        options={coveredDays.map((value) => ({ value, text: t(`freshness.coveredDays.${value}`) }))}
        onChange={(next) => onChange({ ...draft, covers: next })}
      />
    </>
  );
}
