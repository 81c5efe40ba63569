import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';

import type { ControlValue } from '#contract/dashboard.ts';
import style from './Panel.module.css';
import { useSettled } from './settled.ts';

type Written = Extract<ControlValue, { kind: 'text' }>;
type Props = { label: string; value: Written; onChange: (value: Written) => void; onClose: () => void };

/** A piece of text that must be in the values. */
export function TextPanel({ label, value, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const now = useSettled(value, onChange, 500);
  return (
    <div className={style['text']}>
      <Input
        allowClear
        dir="auto"
        maxLength={1000}
        aria-label={t('dashboard.controls.contains', { name: label })}
        placeholder={t('dashboard.controls.containsWhat')}
        value={now.value.value}
        onChange={(event) => now.set({ kind: 'text', value: event.target.value })}
        onPressEnter={(event) => !event.nativeEvent.isComposing && onClose()}
      />
    </div>
  );
}
