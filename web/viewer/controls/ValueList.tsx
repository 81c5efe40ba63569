import { CheckOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { Scalar } from '#domain/query/query.ts';
import { formatShort } from '#display/format/number.ts';
import { type ColumnValueKind, valueLabel } from '#display/words/filter.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './SelectPanel.module.css';
import type { ValueOption } from './values.ts';
import type { Combobox } from './use-combobox.ts';

type ValueListProps = {
  label: string;
  kind: ColumnValueKind;
  isMany: boolean;
  offered: ValueOption[];
  chosen: Scalar[];
  combobox: Combobox;
  isBusy: boolean;
  isEmpty: boolean;
  onToggle: (value: Scalar) => void;
};

/** Values with row counts; the field above keeps the focus and its arrow keys move the active item. */
export function ValueList({
  label,
  kind,
  isMany,
  offered,
  chosen,
  combobox,
  isBusy,
  isEmpty,
  onToggle,
}: ValueListProps) {
  const { t } = useTranslation();
  const look = useLook();
  if (isEmpty) return <div className={`${style['list']} ${style['none']}`}>{t('dashboard.controls.noValue')}</div>;
  return (
    <ul
      {...combobox.list}
      className={style['list']}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMany}
      aria-busy={isBusy}
    >
      {offered.map(({ value, rows }, at) => (
        <li
          key={`${typeof value}${value}`}
          {...combobox.itemOf(at)}
          role="option"
          aria-selected={chosen.includes(value)}
          data-empty={value === null}
          // The field keeps the focus and thus the arrow keys.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onToggle(value)}
        >
          <span className={style['mark']} data-round={!isMany}>
            <CheckOutlined aria-hidden />
          </span>
          <bdi title={value === null ? undefined : valueLabel(value, kind, look)}>{valueLabel(value, kind, look)}</bdi>
          {rows !== undefined && <small className="numbers">{formatShort(rows, look.language)}</small>}
        </li>
      ))}
    </ul>
  );
}
