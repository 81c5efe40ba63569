import { useQuery } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SchemaChanges } from '#contract/connections/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { labelOf } from '../names.ts';
import pairs from '../ColumnPairs.module.css';
import mapping from '../upload/Mapping.module.css';
import { countsText, usesQuery } from './uses.ts';

type SchemaDialogProps = {
  dataset: Dataset;
  changes: SchemaChanges;
  title: string;
  isPending: boolean;
  onUpdate: (renames: Record<string, string>) => void;
  onClose: () => void;
};

/** Maps missing columns to new ones; other new columns are added, other missing columns are removed. */
export function SchemaDialog({ dataset, changes, title, isPending, onUpdate, onClose }: SchemaDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const [renames, setRenames] = useState<Record<string, string>>({});
  const change = (column: string, name: string) =>
    setRenames(({ [column]: _, ...others }) => (name === '' ? others : { ...others, [column]: name }));
  const removes = changes.missing.some(({ column }) => renames[column] === undefined);
  return (
    <Modal
      open
      width={640}
      title={title}
      okText={t('dataset.changes.update')}
      okButtonProps={{ danger: removes, loading: isPending }}
      onOk={() => onUpdate(renames)}
      onCancel={onClose}
    >
      <p className={mapping['lead']}>{t('dataset.changes.lead')}</p>
      <table className={pairs['table']}>
        <thead>
          <tr>
            <th scope="col">{t('dataset.changes.column')}</th>
            <th scope="col">{t('dataset.changes.what')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.missing.map(({ column }) => (
            <MissingRow
              key={column}
              dataset={dataset}
              column={column}
              added={changes.added.map(({ name }) => name)}
              renames={renames}
              onChange={(name) => change(column, name)}
            />
          ))}
          {changes.changed.map(({ column, name, from, to }) => (
            <tr key={column}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td>
                <Badge tone="warn">
                  {t('dataset.changes.type', { from: t(`data.types.${from}`), to: t(`data.types.${to}`) })}
                </Badge>
              </td>
            </tr>
          ))}
          {changes.added
            .filter(({ name }) => !Object.values(renames).includes(name))
            .map(({ name, type }) => (
              <tr key={name}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                <td>
                  <Badge tone="brand">{t('dataset.changes.new', { type: t(`data.types.${type}`) })}</Badge>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </Modal>
  );
}

type MissingRowProps = {
  dataset: Dataset;
  column: string;
  /** Names of the new columns of the table. */
  added: string[];
  renames: Record<string, string>;
  onChange: (name: string) => void;
};

function MissingRow({ dataset, column: id, added, renames, onChange }: MissingRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: uses = [] } = useQuery({ ...usesQuery(dataset.id), throwOnError: false });
  const column = dataset.columns.find((each) => each.id === id);
  if (!column) return null;
  const label = labelOf(column, language);
  const own = uses.filter(({ columns }) => columns.includes(id));
  const free = added.filter((name) => renames[id] === name || !Object.values(renames).includes(name));
  return (
    <tr>
      <th scope="row" dir="auto">
        {label}
      </th>
      <td>
        <PlainSelect
          label={t('dataset.changes.renamed', { name: label })}
          value={renames[id] ?? ''}
          options={[
            { value: '', text: t('dataset.changes.remove') },
            ...free.map((name) => ({ value: name, text: t('dataset.changes.renamedTo', { name }) })),
          ]}
          onChange={onChange}
        />
        {own.length > 0 && renames[id] === undefined && (
          <small>{t('dataset.changes.usedBy', { counts: countsText(own, t) })}</small>
        )}
      </td>
    </tr>
  );
}
