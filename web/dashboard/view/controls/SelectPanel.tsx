import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ControlValue } from '#contract/dashboard.ts';
import type { ColumnType, Scalar } from '#contract/query.ts';
import { useLook } from '#web/shell/preferences.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useRested } from '../../explore/answers.ts';
import { useSource } from '../source.ts';
import panel from './Panel.module.css';
import style from './SelectPanel.module.css';
import { useSettled } from './settled.ts';
import { ValueList } from './ValueList.tsx';
import { offeredOf, type Sought, valuesQuery } from './values.ts';
import { useWalk } from './walk.ts';

type Chosen = Extract<ControlValue, { kind: 'select' }>;
type Props = {
  label: string;
  type: ColumnType | undefined;
  isMany: boolean;
  /** Whether any text may be chosen. */
  isFree: boolean;
  value: Chosen;
  sought: Omit<Sought, 'zone'>;
  onChange: (value: Chosen) => void;
  onClose: () => void;
};

/** Values to choose from, found by a few letters among however many there are. */
export function SelectPanel({ label, type, isMany, isFree, value, sought, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const { zone } = useLook();
  const { loadValues } = useSource();
  const [wanted, setWanted] = useState('');
  const search = useRested(wanted.trim(), 200);
  const { data, error, isFetching } = useQuery(valuesQuery({ ...sought, zone }, search, loadValues));
  const now = useSettled(value.values, (values) => onChange({ kind: 'select', values }));
  const [kept] = useState(value.values);
  const offered = offeredOf(data?.values ?? [], kept, search);
  // A parameter of SQL has no values to find: what is typed is one.
  if (isFree && search && !offered.some((each) => each.value === search))
    offered.push({ value: search, rows: undefined });
  const toggle = (one: Scalar) => {
    const { value: values } = now;
    if (isMany) return now.set(values.includes(one) ? values.filter((each) => each !== one) : [...values, one]);
    now.settle(values.includes(one) ? [] : [one]);
    return onClose();
  };
  const walk = useWalk(offered.length, (at) => toggle(offered[at]!.value));
  return (
    <div className={style['panel']}>
      <Input
        data-first
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('dashboard.controls.find', { name: label })}
        placeholder={t('explore.findValue')}
        maxLength={200}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        {...walk.input}
      />
      <ValueList
        {...{ label, type, isMany, offered, walk, isBusy: isFetching }}
        chosen={now.value}
        onToggle={toggle}
        isEmpty={data !== undefined && offered.length === 0}
      />
      {error && <small role="alert">{sentenceOf(error)}</small>}
      <div className={style['foot']}>
        <small className={panel['note']} role="status">
          {now.value.length > 0 && isMany
            ? t('dashboard.controls.chosen', { count: now.value.length })
            : data?.isCutOff && t('dashboard.controls.more')}
        </small>
        <button
          type="button"
          className={panel['clear']}
          disabled={now.value.length === 0}
          onClick={() => now.settle([])}
        >
          {t('dashboard.controls.clear')}
        </button>
      </div>
    </div>
  );
}
