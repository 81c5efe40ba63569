import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ControlValue } from '#domain/dashboard/dashboard.ts';
import type { Scalar } from '#domain/query/query.ts';
import type { ColumnValueKind } from '#display/words/filter.ts';
import { useLook } from '#web/shell/preferences.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { useSource } from '../dashboard-source.ts';
import panel from './Panel.module.css';
import style from './SelectPanel.module.css';
import { useDebouncedChange } from './use-debounced-change.ts';
import { ValueList } from './ValueList.tsx';
import { valueOptionsOf, type ControlValuesRequest, valuesQuery } from './values.ts';
import { useCombobox } from './use-combobox.ts';

type SelectValue = Extract<ControlValue, { kind: 'select' }>;
type SelectPanelProps = {
  label: string;
  kind: ColumnValueKind;
  /** The column that provides the labels of the values. */
  column: string | undefined;
  isMany: boolean;
  /** Whether free text is allowed. */
  isFree: boolean;
  value: SelectValue;
  valuesRequest: Omit<ControlValuesRequest, 'zone' | 'column'>;
  onChange: (value: SelectValue) => void;
  onClose: () => void;
};

/** Searchable list of values. */
export function SelectPanel({
  label,
  kind,
  column,
  isMany,
  isFree,
  value,
  valuesRequest,
  onChange,
  onClose,
}: SelectPanelProps) {
  const { t } = useTranslation();
  const { zone } = useLook();
  const { loadValues } = useSource();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 200);
  const { data, error, isFetching } = useQuery(valuesQuery({ ...valuesRequest, zone, column }, search, loadValues));
  const draft = useDebouncedChange(value.values, (values) => onChange({ kind: 'select', values }));
  const [initialValues] = useState(value.values);
  const offered = valueOptionsOf(data?.values ?? [], initialValues, search);
  // An SQL parameter has no values to list: the typed text is the value.
  if (isFree && search && !offered.some((each) => each.value === search))
    offered.push({ value: search, rows: undefined });
  const toggle = (picked: Scalar) => {
    const { value: values } = draft;
    if (isMany)
      return draft.set(values.includes(picked) ? values.filter((each) => each !== picked) : [...values, picked]);
    draft.commit(values.includes(picked) ? [] : [picked]);
    return onClose();
  };
  const combobox = useCombobox(offered.length, (at) => toggle(offered[at]!.value));
  return (
    <div className={style['panel']}>
      <Input
        data-first
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('dashboard.controls.find', { name: label })}
        placeholder={t('explore.findValue')}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        {...combobox.input}
      />
      <ValueList
        {...{ label, kind, isMany, offered, combobox, isBusy: isFetching }}
        chosen={draft.value}
        onToggle={toggle}
        isEmpty={data !== undefined && offered.length === 0}
      />
      {error && <small role="alert">{sentenceOf(error)}</small>}
      <div className={style['foot']}>
        <small className={panel['note']} role="status">
          {draft.value.length > 0 && isMany
            ? t('dashboard.controls.chosen', { count: draft.value.length })
            : data?.isCutOff && t('dashboard.controls.more')}
        </small>
        <button
          type="button"
          className={panel['clear']}
          disabled={draft.value.length === 0}
          onClick={() => draft.commit([])}
        >
          {t('dashboard.controls.clear')}
        </button>
      </div>
    </div>
  );
}
