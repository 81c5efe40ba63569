import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';

import type { ControlValue } from '#domain/dashboard/dashboard.ts';
import style from './Panel.module.css';
import { useDebouncedChange } from './use-debounced-change.ts';

type TextValue = Extract<ControlValue, { kind: 'text' }>;
type TextPanelProps = { label: string; value: TextValue; onChange: (value: TextValue) => void; onClose: () => void };

/** A text that values must contain. */
export function TextPanel({ label, value, onChange, onClose }: TextPanelProps) {
  const { t } = useTranslation();
  const draft = useDebouncedChange(value, onChange, 500);
  return (
    <div className={style['text']}>
      <Input
        allowClear
        dir="auto"
        maxLength={1000}
        aria-label={t('dashboard.controls.contains', { name: label })}
        placeholder={t('dashboard.controls.containsWhat')}
        value={draft.value.value}
        onChange={(event) => draft.set({ kind: 'text', value: event.target.value })}
        onPressEnter={(event) => !event.nativeEvent.isComposing && onClose()}
      />
    </div>
  );
}
