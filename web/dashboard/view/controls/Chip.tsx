import { CloseOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import style from './Chips.module.css';

type Props = { name: string; text: string; onClear?: (() => void) | undefined };

/** Something that is set, with a cross that takes it back where someone can. */
export function Chip({ name, text, onClear }: Props) {
  const { t } = useTranslation();
  const whole = t('common.pair', { name, value: text });
  return (
    <li className={style['chip']} title={whole} data-still={!onClear}>
      <bdi className={style['name']}>{name}</bdi>
      <bdi className={style['text']}>{text}</bdi>
      {onClear && (
        <button type="button" aria-label={t('dashboard.controls.remove', { name: whole })} onClick={onClear}>
          <CloseOutlined aria-hidden />
        </button>
      )}
    </li>
  );
}
