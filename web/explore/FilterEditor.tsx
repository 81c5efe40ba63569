import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { labelOf } from '#display/words/subject.ts';
import { opLabel } from '#display/words/filter.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { columnOf, useQueryBuilder } from './query-builder.ts';
import { type ColumnCondition, conditionOf, isComplete, type ConditionOp, opsFor } from './conditions.ts';
import { ConditionValue } from './ConditionValue.tsx';
import style from './FilterEditor.module.css';
import pop from './Pop.module.css';
import { uniqueKeys } from './unique-keys.ts';

type FilterEditorProps = {
  conditions: ColumnCondition[];
  /** Index of the edited filter, which must not restrict the offered values. */
  excludedFilter: number | undefined;
  onApply: (conditions: ColumnCondition[]) => void;
};

/** Edits conditions joined by OR; the filters of other pills are joined by AND. */
export function FilterEditor({ conditions, excludedFilter, onApply }: FilterEditorProps) {
  const { t } = useTranslation();
  const { dataset } = useQueryBuilder();
  const [drafts, setDrafts] = useState(conditions);
  const set = (at: number, condition: ColumnCondition) => setDrafts(drafts.with(at, condition));
  const first = drafts[0]!;
  const addCondition = () =>
    setDrafts([...drafts, { ...conditionOf(first.column, first.op, columnOf(dataset, first.column)!.type) }]);
  const keys = uniqueKeys(drafts.map(({ column, op }) => `${column} ${op}`));
  const isReady = drafts.every(isComplete);
  return (
    <form
      className={style['editor']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onApply(drafts);
      }}
    >
      {drafts.map((draft, at) => (
        <div key={keys[at]} className={style['condition']}>
          {at > 0 && <b>{t('explore.or')}</b>}
          <ConditionEditor
            draft={draft}
            excludedFilter={excludedFilter}
            onChange={(condition) => set(at, condition)}
            onRemove={drafts.length > 1 ? () => setDrafts(drafts.toSpliced(at, 1)) : undefined}
          />
        </div>
      ))}
      <div className={pop['actions']}>
        <Button type="primary" size="small" htmlType="submit" disabled={!isReady}>
          {t('explore.apply')}
        </Button>
        <Button size="small" type="text" icon={<PlusOutlined aria-hidden />} onClick={addCondition}>
          {t('explore.or')}
        </Button>
      </div>
    </form>
  );
}

type ConditionEditorProps = {
  draft: ColumnCondition;
  excludedFilter: number | undefined;
  onChange: (condition: ColumnCondition) => void;
  onRemove: (() => void) | undefined;
};

function ConditionEditor({ draft, excludedFilter, onChange, onRemove }: ConditionEditorProps) {
  const { t } = useTranslation();
  const { dataset, look } = useQueryBuilder();
  const column = columnOf(dataset, draft.column)!;
  const ops = opsFor(column);
  const offered = ops.includes(draft.op) ? ops : [draft.op, ...ops];
  const choose = (id: string) => {
    const other = columnOf(dataset, id)!;
    onChange(conditionOf(id, opsFor(other)[0]!, other.type));
  };
  const names: Partial<Record<ConditionOp, string>> = { in: t('explore.oneOf'), not_in: t('explore.noneOf') };
  return (
    <>
      <div className={pop['row']}>
        <PlainSelect
          label={t('filter.column')}
          value={draft.column}
          options={dataset.columns.map((each) => ({ value: each.id, text: labelOf(each, look.language) }))}
          onChange={choose}
        />
        <PlainSelect
          label={t('filter.op')}
          value={draft.op}
          options={offered.map((op) => ({ value: op, text: names[op] ?? opLabel(op, column.type, look.language) }))}
          onChange={(op) => onChange(conditionOf(draft.column, op, column.type))}
        />
        {onRemove && (
          <Button
            size="small"
            type="text"
            aria-label={t('explore.removeCondition')}
            icon={<DeleteOutlined aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
      <ConditionValue condition={draft} column={column} excludedFilter={excludedFilter} onChange={onChange} />
    </>
  );
}
