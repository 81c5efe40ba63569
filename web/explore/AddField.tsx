import { PlusOutlined, SearchOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { VerifiedIcon } from '#web/ui/VerifiedMark.tsx';
import { useQueryBuilder } from './query-builder.ts';
import style from './AddField.module.css';
import { byRelevance, groupsOf, matchesSearch, relatedEntriesOf } from './FieldsPanel.tsx';
import { FieldIcon, type FieldRef } from './fields.tsx';
import { Pop } from './Pop.tsx';

type AddFieldProps = {
  label: string;
  /** Whether only columns are offered, without count and metrics. */
  onlyColumns?: boolean;
  onAdd: (field: FieldRef) => void;
  onFormula?: () => void;
};

/** Adds a field by name, for keyboards and narrow screens. */
export function AddField({ label, onlyColumns = false, onAdd, onFormula }: AddFieldProps) {
  return (
    <Pop
      renderPanel={(close) => (
        <FieldList onlyColumns={onlyColumns} onAdd={onAdd} onFormula={onFormula} onDone={close} />
      )}
    >
      {(isOpen) => (
        <Button
          size="small"
          type="text"
          icon={<PlusOutlined aria-hidden />}
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        />
      )}
    </Pop>
  );
}

type FieldListProps = Omit<AddFieldProps, 'label' | 'onFormula'> & {
  onFormula: (() => void) | undefined;
  onDone: () => void;
};

function FieldList({ onlyColumns, onAdd, onFormula, onDone }: FieldListProps) {
  const { t } = useTranslation();
  const { dataset, look } = useQueryBuilder();
  const [search, setSearch] = useState('');
  const own = groupsOf(dataset, look.language, t('explore.count')).flatMap(({ entries }) => entries);
  const matches = [...own, ...relatedEntriesOf(dataset, look.language)]
    .filter((entry) => matchesSearch(entry, search) && (!onlyColumns || entry.field.kind === 'column'))
    .toSorted(byRelevance(search));
  const add = (field: FieldRef) => {
    onAdd(field);
    onDone();
  };
  return (
    <>
      <Input
        size="small"
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('explore.findField')}
        placeholder={t('explore.findField')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onPressEnter={(event) => {
          const [first] = matches;
          if (first && !event.nativeEvent.isComposing) add(first.field);
        }}
      />
      <ul className={style['list']}>
        {matches.map(({ field, text, name, type, verification }) => (
          <li key={name + type}>
            <button type="button" onClick={() => add(field)}>
              <FieldIcon type={type} />
              <bdi>{text}</bdi>
              <VerifiedIcon verification={verification} />
            </button>
          </li>
        ))}
        {onFormula && (
          <li>
            <button
              type="button"
              onClick={() => {
                onDone();
                onFormula();
              }}
            >
              <FieldIcon type="metric" />
              {t('explore.ownFormula')}
            </button>
          </li>
        )}
      </ul>
    </>
  );
}
