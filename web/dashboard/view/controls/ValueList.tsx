import { CheckOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { ColumnType, Scalar } from '#contract/query.ts';
import { formatShort } from '#display/format/number.ts';
import { valueLabel } from '#display/words/filter.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './SelectPanel.module.css';
import type { Offered } from './values.ts';
import type { Walk } from './walk.ts';

type Props = {
  label: string;
  type: ColumnType | undefined;
  isMany: boolean;
  offered: Offered[];
  chosen: Scalar[];
  walk: Walk;
  isBusy: boolean;
  isEmpty: boolean;
  onToggle: (value: Scalar) => void;
};

/** Values with how many rows each has; the field above it has the focus, its arrows walk here. */
export function ValueList({ label, type, isMany, offered, chosen, walk, isBusy, isEmpty, onToggle }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  if (isEmpty) return <div className={`${style['list']} ${style['none']}`}>{t('dashboard.controls.noValue')}</div>;
  return (
    <ul
      {...walk.list}
      className={style['list']}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMany}
      aria-busy={isBusy}
    >
      {offered.map(({ value, rows }, at) => (
        <li
          key={`${typeof value}${value}`}
          {...walk.itemOf(at)}
          role="option"
          aria-selected={chosen.includes(value)}
          data-empty={value === null}
          // The field keeps the focus, and with it the arrows.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onToggle(value)}
        >
          <span className={style['mark']} data-round={!isMany}>
            <CheckOutlined aria-hidden />
          </span>
          <bdi title={value === null ? undefined : String(value)}>{valueLabel(value, type, look)}</bdi>
          {rows !== undefined && <small className="numbers">{formatShort(rows, look.language)}</small>}
        </li>
      ))}
    </ul>
  );
}
