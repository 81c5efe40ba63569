import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { memo, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { call } from '#web/http/client.ts';
import { storeDataset } from '#web/http/datasets.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { labelledColumnsQuery } from '#web/http/value-labels.ts';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { lazyComponent } from '#web/ui/lazy-component.ts';
import { toast } from '#web/ui/toast.ts';
import { LabelProposals } from '#web/value-labels/LabelProposals.tsx';
import { LabelsCell } from '#web/value-labels/LabelsCell.tsx';
import { ValueLabelsDialog } from '#web/value-labels/ValueLabelsDialog.tsx';
import { useLeavePage } from '../leave-page.ts';
import { labelOf } from '../names.ts';
import { ColumnDialog } from './ColumnDialog.tsx';
import { DatasetDialog } from './DatasetDialog.tsx';
import { ImpactDialog } from './ImpactDialog.tsx';

const fewColumns = 20;

const FormulaDialog = lazyComponent(() => import('../formula/FormulaDialog.tsx'), 'FormulaDialog');

/** Whether a name or label of the column contains the search text. */
function matchesSearch({ name, label }: DatasetColumn, search: string): boolean {
  const searchText = search.trim().toLowerCase();
  return [name, label.en_US, label.zh_CN].some((text) => text.toLowerCase().includes(searchText));
}

/** Names, types and roles of the columns. */
export function SchemaTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const isEditor = useMayEdit(dataset.applicationId);
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<DatasetColumn | 'dataset'>();
  const [formulaOf, setFormulaOf] = useState<DatasetColumn | 'new'>();
  const [deleting, setDeleting] = useState<DatasetColumn>();
  const [labelled, setLabelled] = useState<DatasetColumn>();
  // A wide table follows the search text, so that typing never waits for it.
  const searched = useDeferredValue(search);
  return (
    <>
      {isEditor && <LabelProposals dataset={dataset} />}
      <Panel
        title={t('dataset.tabs.schema')}
        extra={
          isEditor && (
            <RowActions>
              <Button icon={<PlusOutlined aria-hidden />} onClick={() => setFormulaOf('new')}>
                {t('calculated.add')}
              </Button>
              <Button onClick={() => setEdited('dataset')}>{t('schema.editDataset')}</Button>
            </RowActions>
          )
        }
      >
        {dataset.columns.length > fewColumns && (
          <Input
            allowClear
            aria-label={t('schema.search')}
            placeholder={t('schema.search')}
            value={search}
            style={{ maxWidth: 320, marginBottom: 12 }}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <ColumnTable
          dataset={dataset}
          search={searched}
          onLabels={setLabelled}
          onEdit={setEdited}
          onFormula={setFormulaOf}
          onDelete={setDeleting}
        />
      </Panel>
      {isEditor && <TrashPanel dataset={dataset} />}
      {labelled && <ValueLabelsDialog dataset={dataset} column={labelled} onClose={() => setLabelled(undefined)} />}
      {edited === 'dataset' && <DatasetDialog dataset={dataset} onClose={() => setEdited(undefined)} />}
      {edited && edited !== 'dataset' && (
        <ColumnDialog dataset={dataset} column={edited} onClose={() => setEdited(undefined)} />
      )}
      {formulaOf && (
        <Suspense>
          <FormulaDialog
            dataset={dataset}
            column={formulaOf === 'new' ? undefined : formulaOf}
            onClose={() => setFormulaOf(undefined)}
          />
        </Suspense>
      )}
      {deleting && <DeleteDialog dataset={dataset} column={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

type ColumnTableProps = {
  dataset: Dataset;
  search: string;
  onLabels: (column: DatasetColumn) => void;
  onEdit: (column: DatasetColumn) => void;
  onFormula: (column: DatasetColumn) => void;
  onDelete: (column: DatasetColumn) => void;
};

/** The columns whose names contain the search text. */
const ColumnTable = memo(function ColumnTable({ dataset, search, ...events }: ColumnTableProps) {
  const { onLabels, onEdit, onFormula, onDelete } = events;
  const { t } = useTranslation();
  const language = useLanguage();
  const isEditor = useMayEdit(dataset.applicationId);
  const { data: labels = [] } = useQuery(labelledColumnsQuery(dataset.id));
  const columns = [
    { title: t('schema.label'), key: 'label', render: (column: DatasetColumn) => clip(labelOf(column, language)) },
    {
      title: t('schema.name'),
      dataIndex: 'name',
      render: (_: string, column: DatasetColumn) => <ColumnName column={column} />,
    },
    { title: t('data.type'), dataIndex: 'type', render: (type: string) => t(`data.types.${type}`) },
    { title: t('data.role'), dataIndex: 'role', render: (role: string) => t(`data.roles.${role}`) },
    {
      title: t('data.format'),
      key: 'format',
      render: (column: DatasetColumn) => (isNumeric(column) ? t(`data.formats.${column.format}`) : '-'),
    },
    { title: t('data.unit'), dataIndex: 'unit', render: (unit: string) => unit || '-' },
    {
      title: t('valueLabels.name'),
      key: 'labels',
      render: (column: DatasetColumn) => (
        <LabelsCell
          column={column}
          summary={labels.find((each) => each.column === column.id)}
          onEdit={isEditor ? () => onLabels(column) : undefined}
        />
      ),
    },
    {
      title: t('schema.description'),
      key: 'description',
      render: ({ description }: DatasetColumn) =>
        clip(description[language] || description[language === 'zh_CN' ? 'en_US' : 'zh_CN'] || '-'),
    },
    ...(isEditor
      ? [
          {
            ...actionColumn,
            render: (column: DatasetColumn) => (
              <RowActions>
                <Button
                  size="small"
                  icon={<EditOutlined aria-hidden />}
                  aria-label={t('schema.editColumn', { name: column.name })}
                  onClick={() => onEdit(column)}
                >
                  {t('common.edit')}
                </Button>
                {column.calculation && (
                  <>
                    <Button size="small" onClick={() => onFormula(column)}>
                      {t('calculated.editFormula')}
                    </Button>
                    <Button size="small" danger onClick={() => onDelete(column)}>
                      {t('explore.delete')}
                    </Button>
                  </>
                )}
              </RowActions>
            ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      rows={dataset.columns.filter((column) => matchesSearch(column, search))}
      columns={columns}
      pageSize={40}
      empty={t('schema.noneFound')}
    />
  );
});

/** The name of a column, with the formula of a calculated one. */
function ColumnName({ column: { name, calculation } }: { column: DatasetColumn }) {
  const { t } = useTranslation();
  if (!calculation) return <code dir="auto">{name}</code>;
  return (
    <>
      <code dir="auto">{name}</code>
      <div style={{ maxWidth: 320 }}>{clip(`= ${calculation.formula}`)}</div>
      {calculation.isBroken && <Badge tone="bad">{t('calculated.broken')}</Badge>}
    </>
  );
}

/** Confirms the deletion of a calculated column, with the dependents that would break. */
function DeleteDialog({ dataset, column, onClose }: { dataset: Dataset; column: DatasetColumn; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () =>
      call('DELETE /datasets/:id/calculated-columns/:calculation', { id: dataset.id, calculation: column.id }),
    onSuccess: (changed) => storeDataset(queries, changed),
    onError: toastProblem,
  });
  return (
    <ImpactDialog
      dataset={dataset}
      change={{ kind: 'without_column', column: column.id }}
      title={t('calculated.delete', { name: labelOf(column, language) })}
      text={t('calculated.deleteText')}
      yes={t('explore.delete')}
      onYes={() => mutate()}
      onClose={onClose}
    />
  );
}

function TrashPanel({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const leaveFor = useLeavePage();
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { id, applicationId } = dataset;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await leaveFor(`/application/${applicationId}`);
      queries.removeQueries({ queryKey: ['dataset', id] });
      await call('DELETE /datasets/:id', { id });
    },
    onSuccess: () => void toast('success', t('dataset.leave.done')),
    onError: toastProblem,
  });
  return (
    <Panel title={t('dataset.leave.title')}>
      <p style={{ marginBottom: 16 }}>{t('dataset.leave.text')}</p>
      <Button danger loading={isPending} onClick={() => setConfirming(true)}>
        {t('dataset.leave.action')}
      </Button>
      {isConfirming && (
        <ImpactDialog
          dataset={dataset}
          change={{ kind: 'without_dataset' }}
          title={t('dataset.leave.ask', { name: labelOf(dataset, language) })}
          text={t('dataset.leave.text')}
          yes={t('dataset.leave.action')}
          onYes={() => mutate()}
          onClose={() => setConfirming(false)}
        />
      )}
    </Panel>
  );
}
