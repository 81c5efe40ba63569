import { CloseOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import style from './Chips.module.css';

type ChipProps = { name: string; text: string; onClear?: (() => void) | undefined };

/** An active filter, with a button to remove it if allowed. */
export function Chip({ name, text, onClear }: ChipProps) {
  const { t } = useTranslation();
  const fullText = t('common.pair', { name, value: text });
  return (
    <li className={style['chip']} title={fullText} data-still={!onClear}>
      <bdi className={style['name']}>{name}</bdi>
      <bdi className={style['text']}>{text}</bdi>
      {onClear && (
        <button type="button" aria-label={t('dashboard.controls.remove', { name: fullText })} onClick={onClear}>
          <CloseOutlined aria-hidden />
        </button>
      )}
    </li>
  );
}
