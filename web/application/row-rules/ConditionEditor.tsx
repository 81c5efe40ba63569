import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Column } from '#domain/query/query.ts';
import { filterLabel } from '#display/words/filter.ts';
import { profileQuery } from '#web/http/datasets.ts';
import { attributeNamesQuery } from '#web/http/groups.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import { labelOf } from '../names.ts';
import { type ConditionDraft, needsValues, opsOf, takesOne, typedOf } from './rule-draft.ts';
import style from './RowRules.module.css';

type RuleConditionProps = {
  dataset: Dataset;
  condition: ConditionDraft;
  onChange: (condition: ConditionDraft) => void;
  onRemove: () => void;
};

/** One condition of a rule: a column, an operator and, if it has any, values. */
export function ConditionEditor({ dataset, condition, onChange, onRemove }: RuleConditionProps) {
  const { t } = useTranslation();
  return (
    <div className={style['condition']} role="group" aria-label={t('rowRules.condition')}>
      {condition.kind === 'fixed' ? (
        <FixedCondition dataset={dataset} condition={condition} />
      ) : (
        <ConditionFields dataset={dataset} condition={condition} onChange={onChange} />
      )}
      <Button
        type="text"
        aria-label={t('rowRules.removeCondition')}
        icon={<CloseOutlined aria-hidden />}
        onClick={onRemove}
      />
    </div>
  );
}

type FieldCondition = Extract<ConditionDraft, { kind: 'field' }>;

function FixedCondition({
  dataset,
  condition,
}: {
  dataset: Dataset;
  condition: Extract<ConditionDraft, { kind: 'fixed' }>;
}) {
  const reader = { language: useLanguage(), zone: useZone() };
  return <span className={style['fixed']}>{filterLabel(dataset, condition.filter, reader)}</span>;
}

type FieldsProps = { dataset: Dataset; condition: FieldCondition; onChange: (condition: FieldCondition) => void };

function ConditionFields({ dataset, condition, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { columns } = dataset;
  const column = columns.find(({ id }) => id === condition.column);
  const handleColumnChange = (id: string) => {
    const next = columns.find((each) => each.id === id)!;
    const offered = opsOf(next.type);
    onChange({ ...condition, column: id, op: offered.includes(condition.op) ? condition.op : offered[0]!, values: [] });
  };
  return (
    <>
      <Select
        aria-label={t('filter.column')}
        value={column?.id ?? null}
        status={column ? '' : 'error'}
        placeholder={t('rowRules.columnGone')}
        showSearch={{ optionFilterProp: 'label' }}
        options={columns.map((each) => ({ value: each.id, label: labelOf(each, language) }))}
        onChange={handleColumnChange}
      />
      <Select
        aria-label={t('filter.op')}
        value={condition.op}
        options={opsOf(column?.type ?? 'text').map((each) => ({ value: each, label: t(`rowRules.ops.${each}`) }))}
        onChange={(op) => onChange({ ...condition, op, values: op === 'attribute' ? [] : condition.values })}
      />
      {column && needsValues(condition.op) && (
        <Values key={condition.op} dataset={dataset} column={column} condition={condition} onChange={onChange} />
      )}
    </>
  );
}

function Values({ dataset, column, condition, onChange }: FieldsProps & { column: Column }) {
  const { t } = useTranslation();
  const { data: profile } = useQuery({ ...profileQuery(dataset.id, dataset.version), throwOnError: false });
  const { data: attributes = [] } = useQuery({ ...attributeNamesQuery, throwOnError: false });
  const isAttribute = condition.op === 'attribute';
  const frequent = profile?.columns.find((each) => each.column === column.id)?.top.map(({ value }) => value) ?? [];
  const offered = isAttribute ? attributes : column.type === 'boolean' ? ['true', 'false'] : frequent;
  const label = t(isAttribute ? 'rowRules.attribute' : 'filter.value');
  const isMisfit = !isAttribute && condition.values.some((value) => typedOf(value, column.type) === undefined);
  const textOf = (value: string) =>
    column.type === 'boolean' && !isAttribute ? t(value === 'true' ? 'data.yes' : 'data.no') : value;
  const examples = column.type === 'date' || column.type === 'time' ? '2026-01-31' : t('rowRules.values');
  return (
    <Select
      mode="tags"
      className={style['values'] ?? ''}
      aria-label={label}
      placeholder={isAttribute ? t('rowRules.attributeExample') : examples}
      status={isMisfit ? 'error' : ''}
      value={condition.values}
      maxTagCount={20}
      tokenSeparators={takesOne(condition.op) ? [] : [',', '，', ';', '；', '\n', '\t']}
      options={offered.map((value) => ({ value, label: textOf(value) }))}
      notFoundContent={null}
      onChange={(values: string[]) =>
        onChange({
          ...condition,
          values: takesOne(condition.op) ? values.slice(-1) : values.map((each) => each.trim()),
        })
      }
    />
  );
}
