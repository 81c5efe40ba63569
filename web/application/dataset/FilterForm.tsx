import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Select from 'antd/es/select';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset, RowFilter } from '#contract/datasets/routes.ts';
import { type DatasetColumn, storedColumnsIn } from '#domain/columns/column.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { useLanguage } from '#web/ui/language.ts';
import { labelOf } from '../names.ts';
import style from './Filters.module.css';
import type { RowFilterOp } from './rows-view.ts';

const comparableOps: RowFilterOp[] = ['at_least', 'at_most', 'equals', 'empty', 'filled'];
const ops: Record<ColumnType, RowFilterOp[]> = {
  text: ['contains', 'equals', 'empty', 'filled'],
  integer: comparableOps,
  number: comparableOps,
  date: comparableOps,
  time: comparableOps,
  boolean: ['equals', 'empty', 'filled'],
  json: ['contains', 'empty', 'filled'],
};

const examples: Partial<Record<ColumnType, string>> = { date: '2026-01-31', time: '2026-01-31 08:30' };

type FilterFormProps = { dataset: Dataset; onAdd: (filter: RowFilter) => void; onCancel: () => void };

/** One condition: column, operator and, unless unary, a value. */
export function FilterForm({ dataset, onAdd, onCancel }: FilterFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = storedColumnsIn(dataset.columns);
  const [column, setColumn] = useState<DatasetColumn | undefined>(columns[0]);
  const [chosen, setChosen] = useState<RowFilterOp>();
  const [value, setValue] = useState('');
  const offered = ops[column?.type ?? 'text'];
  const op = chosen && offered.includes(chosen) ? chosen : offered[0]!;
  const isUnary = op === 'empty' || op === 'filled';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!column || (!isUnary && value === '')) return;
    onAdd(isUnary ? { op, column: column.id } : { op, column: column.id, value });
  };
  return (
    <form className={style['form']} onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && onCancel()}>
      <Select
        aria-label={t('filter.column')}
        value={column?.id ?? null}
        showSearch={{ optionFilterProp: 'label' }}
        options={columns.map((each) => ({ value: each.id, label: labelOf(each, language) }))}
        onChange={(id) => {
          setColumn(columns.find((each) => each.id === id));
          // A value of one column may be none of another.
          setValue('');
        }}
      />
      <Select
        aria-label={t('filter.op')}
        value={op}
        options={offered.map((each) => ({ value: each, label: t(`filter.ops.${each}`) }))}
        onChange={setChosen}
      />
      {!isUnary && column?.type === 'boolean' && (
        <Select
          aria-label={t('filter.value')}
          value={value || null}
          options={['true', 'false'].map((each) => ({
            value: each,
            label: t(each === 'true' ? 'data.yes' : 'data.no'),
          }))}
          onChange={setValue}
        />
      )}
      {!isUnary && column?.type !== 'boolean' && (
        <Input
          aria-label={t('filter.value')}
          autoFocus
          value={value}
          maxLength={500}
          placeholder={(column && examples[column.type]) ?? t('filter.value')}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      <Button type="primary" htmlType="submit" disabled={!isUnary && value === ''}>
        {t('filter.apply')}
      </Button>
    </form>
  );
}
