import { PlusOutlined, SearchOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBoard } from './board.ts';
import style from './AddField.module.css';
import { groupsOf, isFound } from './FieldsPanel.tsx';
import { FieldIcon, type FieldRef } from './fields.tsx';
import { Pop } from './Pop.tsx';

type Props = {
  label: string;
  /** Whether only columns can be taken, not counts and metrics. */
  onlyColumns?: boolean;
  onAdd: (field: FieldRef) => void;
  onFormula?: () => void;
};

/** Adds a field by its name, for hands that stay on the keyboard and for narrow screens. */
export function AddField({ label, onlyColumns = false, onAdd, onFormula }: Props) {
  return (
    <Pop renderPanel={(close) => <List onlyColumns={onlyColumns} onAdd={onAdd} onFormula={onFormula} onDone={close} />}>
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

type ListProps = Omit<Props, 'label' | 'onFormula'> & { onFormula: (() => void) | undefined; onDone: () => void };

function List({ onlyColumns, onAdd, onFormula, onDone }: ListProps) {
  const { t } = useTranslation();
  const { dataset, look } = useBoard();
  const [wanted, setWanted] = useState('');
  const found = groupsOf(dataset, look.language, t('explore.count'))
    .flatMap(({ entries }) => entries)
    .filter((entry) => isFound(entry, wanted) && (!onlyColumns || entry.field.kind === 'column'));
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
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        onPressEnter={(event) => {
          const [first] = found;
          if (first && !event.nativeEvent.isComposing) add(first.field);
        }}
      />
      <ul className={style['list']}>
        {found.map(({ field, text, name, type }) => (
          <li key={name + type}>
            <button type="button" onClick={() => add(field)}>
              <FieldIcon type={type} />
              <bdi>{text}</bdi>
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
