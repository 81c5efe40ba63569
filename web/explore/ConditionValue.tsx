import Input from 'antd/es/input/Input';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { useQueryBuilder } from './query-builder.ts';
import { Choices } from './Choices.tsx';
import type { ColumnCondition } from './conditions.ts';
import pop from './Pop.module.css';
import { PartsChoice } from './PartsChoice.tsx';
import { SpanChoice } from './SpanChoice.tsx';
import { ValuesChoice } from './ValuesChoice.tsx';

type ConditionValueProps = {
  condition: ColumnCondition;
  column: DatasetColumn;
  excludedFilter: number | undefined;
  onChange: (condition: ColumnCondition) => void;
};

/** The value input of a condition, depending on column and operator. */
export function ConditionValue({ condition, column, excludedFilter, onChange }: ConditionValueProps) {
  const { t } = useTranslation();
  if ('values' in condition) {
    return (
      <ValuesChoice
        column={column}
        excludedFilter={excludedFilter}
        values={condition.values}
        onChange={(values) => onChange({ ...condition, values })}
      />
    );
  }
  if (condition.op === 'date_part') return <PartsChoice condition={condition} column={column} onChange={onChange} />;
  if ('span' in condition)
    return <SpanChoice span={condition.span} onChoose={(span) => onChange({ ...condition, span })} />;
  if ('from' in condition) {
    return (
      <div className={pop['row']}>
        <Bound
          label={t('explore.from')}
          column={column}
          value={condition.from}
          onChange={(from) => onChange({ ...condition, from })}
        />
        <span aria-hidden>–</span>
        <Bound
          label={t('explore.to')}
          column={column}
          value={condition.to}
          onChange={(to) => onChange({ ...condition, to })}
        />
      </div>
    );
  }
  if (!('value' in condition)) return null;
  if (typeof condition.value === 'boolean')
    return <YesNo value={condition.value} onChange={(value) => onChange({ ...condition, value } as ColumnCondition)} />;
  return (
    <Bound
      label={t('filter.value')}
      column={column}
      value={condition.value}
      onChange={(value) => onChange({ ...condition, value } as ColumnCondition)}
    />
  );
}

function YesNo({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Choices
      layout="chips"
      label={t('filter.value')}
      choices={[
        { value: true, text: t('data.yes') },
        { value: false, text: t('data.no') },
      ]}
      isChosen={(each) => each === value}
      onChoose={onChange}
    />
  );
}

type BoundProps = {
  label: string;
  column: DatasetColumn;
  value: string | number;
  onChange: (value: string | number) => void;
};

function Bound({ label, column, value, onChange }: BoundProps) {
  const { look } = useQueryBuilder();
  if (isNumeric(column)) {
    return (
      <InputNumber
        aria-label={label}
        placeholder={label}
        value={value === '' ? null : Number(value)}
        onChange={(number) => onChange(number ?? '')}
        style={{ width: 140 }}
      />
    );
  }
  if (column.type === 'date' || column.type === 'time') {
    return (
      <input
        type="date"
        lang={look.language.replace('_', '-')}
        aria-label={label}
        value={String(value).slice(0, 10)}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <Input
      aria-label={label}
      placeholder={label}
      maxLength={1000}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
