import { FilterOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import Tag from 'antd/es/tag';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset, RowFilter } from '#contract/datasets/routes.ts';
import { useLanguage } from '#web/ui/language.ts';
import { labelOf } from '../names.ts';
import { FilterForm } from './FilterForm.tsx';
import style from './Filters.module.css';

type DatasetFiltersProps = { dataset: Dataset; filters: RowFilter[]; onChange: (filters: RowFilter[]) => void };

/** The row filters as removable tags, and a button to add one. */
export function Filters({ dataset, filters, onChange }: DatasetFiltersProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const add = (filter: RowFilter) => {
    onChange([...filters, filter]);
    close();
  };
  return (
    <div className={style['filters']}>
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        content={<FilterForm dataset={dataset} onAdd={add} onCancel={close} />}
      >
        <Button
          ref={opener}
          icon={<FilterOutlined aria-hidden />}
          disabled={filters.length >= 20}
          aria-expanded={isOpen}
        >
          {t('filter.add')}
        </Button>
      </Popover>
      {filters.map((filter, index) => (
        <Condition
          key={JSON.stringify(filter)}
          dataset={dataset}
          filter={filter}
          onRemove={() => onChange(filters.filter((_, other) => other !== index))}
        />
      ))}
      {filters.length > 1 && (
        <Button type="link" size="small" onClick={() => onChange([])}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

function Condition({ dataset, filter, onRemove }: { dataset: Dataset; filter: RowFilter; onRemove: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const column = dataset.columns.find((each) => each.id === filter.column);
  const textOf = (value: string) => (column?.type === 'boolean' ? t(value === 'true' ? 'data.yes' : 'data.no') : value);
  const name = column ? labelOf(column, language) : filter.column;
  return (
    <Tag closable onClose={onRemove} className={style['condition'] ?? ''}>
      <bdi>{name}</bdi> {t(`filter.ops.${filter.op}`)} {'value' in filter && <bdi>{textOf(filter.value)}</bdi>}
    </Tag>
  );
}
