import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SchemaChanges as Changes } from '#contract/connections/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { schemaChangesQuery } from '#web/http/datasets.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toast } from '#web/ui/toast.ts';
import { labelOf } from '../names.ts';
import mapping from '../upload/Mapping.module.css';
import rows from './RowsTab.module.css';
import { countsText, usesQuery } from './uses.ts';
import { useLanguage } from '#web/ui/language.ts';

const countOf = ({ added, missing, changed }: Changes) => added.length + missing.length + changed.length;

/** Banner for editors when the table in the database has other columns than the dataset. */
export function SchemaChanges({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const isEditor = useMayEdit(dataset.applicationId);
  const [isOpen, setOpen] = useState(false);
  const { data: changes, error } = useQuery({
    ...schemaChangesQuery(dataset.id),
    enabled: isEditor && dataset.connection !== null,
    throwOnError: false,
  });
  if (error)
    return (
      <p className={rows['banner']} role="alert">
        {sentenceOf(error)}
      </p>
    );
  if (!changes || countOf(changes) === 0) return null;
  const { added, missing, changed } = changes;
  const parts = [
    added.length > 0 && t('dataset.changes.added', { count: added.length }),
    missing.length > 0 && t('dataset.changes.missing', { count: missing.length }),
    changed.length > 0 && t('dataset.changes.changed', { count: changed.length }),
  ].filter(Boolean);
  return (
    <div className={rows['banner']} role="status">
      <span>{t('dataset.changes.banner', { parts: parts.join(t('dataset.changes.comma')) })}</span>
      <span>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('dataset.changes.review')}
        </Button>
      </span>
      {isOpen && <SchemaDialog dataset={dataset} changes={changes} onClose={() => setOpen(false)} />}
    </div>
  );
}

type SchemaDialogProps = { dataset: Dataset; changes: Changes; onClose: () => void };

/** Maps missing columns to new ones; the others are taken over or removed. */
function SchemaDialog({ dataset, changes, onClose }: SchemaDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const client = useQueryClient();
  const [renames, setRenames] = useState<Record<string, string>>({});
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /datasets/:id/schema-changes', { id: dataset.id, renames }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['dataset', dataset.id] });
      void toast('success', t('dataset.changes.updated'));
      onClose();
    },
    onError: toastProblem,
  });
  const change = (column: string, name: string) =>
    setRenames(({ [column]: _, ...others }) => (name === '' ? others : { ...others, [column]: name }));
  const removes = changes.missing.some(({ column }) => renames[column] === undefined);
  return (
    <Modal
      open
      width={640}
      title={t('dataset.changes.title')}
      okText={t('dataset.changes.update')}
      okButtonProps={{ danger: removes, loading: isPending }}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <p className={mapping['lead']}>{t('dataset.changes.lead')}</p>
      <table className={mapping['table']}>
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
