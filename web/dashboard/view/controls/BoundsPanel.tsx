import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import type { ControlValue } from '#contract/dashboard.ts';
import style from './Panel.module.css';
import { useSettled } from './settled.ts';

type Bounds = Extract<ControlValue, { kind: 'range' }>;
type Props = { value: Bounds; onChange: (value: Bounds) => void; onClose: () => void };

const largest = 1e15;
const isReversed = ({ from, to }: Bounds) => from !== null && to !== null && from > to;

/** From one number to another; either may be left open. */
export function BoundsPanel({ value, onChange, onClose }: Props) {
  const { t } = useTranslation();
  // Bounds the wrong way round are still being typed.
  const now = useSettled(value, (next) => isReversed(next) || onChange(next), 500);
  const inputOf = (end: 'from' | 'to') => (
    <InputNumber
      aria-label={t(`explore.${end}`)}
      placeholder={t(`explore.${end}`)}
      min={-largest}
      max={largest}
      style={{ width: 140 }}
      {...(isReversed(now.value) && { status: 'error' })}
      value={now.value[end]}
      onChange={(number) => now.set({ ...now.value, [end]: number })}
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
      {isReversed(now.value) && (
        <small role="alert" className={style['note']}>
          {t('dashboard.controls.reversed')}
        </small>
      )}
      <button
        type="button"
        className={style['clear']}
        disabled={now.value.from === null && now.value.to === null}
        onClick={() => now.settle({ kind: 'range', from: null, to: null })}
      >
        {t('dashboard.controls.clear')}
      </button>
    </>
  );
}
