import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import type { ControlValue } from '#domain/dashboard/dashboard.ts';
import style from './Panel.module.css';
import { useDebouncedChange } from './use-debounced-change.ts';

type RangeValue = Extract<ControlValue, { kind: 'range' }>;
type BoundsPanelProps = { value: RangeValue; onChange: (value: RangeValue) => void; onClose: () => void };

const maxNumber = 1e15;
const isReversed = ({ from, to }: RangeValue) => from !== null && to !== null && from > to;

/** A number range; either bound may be open. */
export function BoundsPanel({ value, onChange, onClose }: BoundsPanelProps) {
  const { t } = useTranslation();
  // Reversed bounds are not committed: they are still being typed.
  const draft = useDebouncedChange(value, (next) => isReversed(next) || onChange(next), 500);
  const inputOf = (end: 'from' | 'to') => (
    <InputNumber
      aria-label={t(`explore.${end}`)}
      placeholder={t(`explore.${end}`)}
      min={-maxNumber}
      max={maxNumber}
      style={{ width: 140 }}
      {...(isReversed(draft.value) && { status: 'error' })}
      value={draft.value[end]}
      onChange={(number) => draft.set({ ...draft.value, [end]: number })}
      onPressEnter={onClose}
    />
  );
  return (
    <>
      <div className={style['bounds']}>
        {inputOf('from')}
        <span aria-hidden>–</span>
        {inputOf('to')}
      </div>
      {isReversed(draft.value) && (
        <small role="alert" className={style['note']}>
          {t('dashboard.controls.reversed')}
        </small>
      )}
      <button
        type="button"
        className={style['clear']}
        disabled={draft.value.from === null && draft.value.to === null}
        onClick={() => draft.commit({ kind: 'range', from: null, to: null })}
      >
        {t('dashboard.controls.clear')}
      </button>
    </>
  );
}
