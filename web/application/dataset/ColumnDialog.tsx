import { useMutation, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { aggregateFor } from '#domain/columns/column-kinds.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { columnAggregations, columnRoles, type DatasetColumn } from '#domain/columns/column.ts';
import { numberFormats } from '#domain/query/chart.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { columnTypes } from '#domain/query/query.ts';
import { aggregateNames } from '#display/words/measure.ts';
import { call } from '#web/http/client.ts';
import { storeDataset } from '#web/http/datasets.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { labelOf } from '../names.ts';
import style from './Dialogs.module.css';
import { ImpactDialog } from './ImpactDialog.tsx';
import { TextsFields } from './TextsFields.tsx';
import { UsageNote } from './UsageNote.tsx';
import { usesQuery } from './uses.ts';

type ColumnValues = Pick<DatasetColumn, 'label' | 'description' | 'type' | 'role' | 'format' | 'unit' | 'aggregation'>;
type ColumnDialogProps = { dataset: Dataset; column: DatasetColumn; onClose: () => void };

/** Edits label, type, role and format of a column. */
export function ColumnDialog({ dataset, column, onClose }: ColumnDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const language = useLanguage();
  useReturnFocus();
  const [form] = Form.useForm<ColumnValues>();
  const type = Form.useWatch('type', form) ?? column.type;
  const role = Form.useWatch('role', form) ?? column.role;
  const [unconfirmedValues, setUnconfirmedValues] = useState<ColumnValues>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (values: ColumnValues) =>
      call('PATCH /datasets/:id/columns/:column', { id: dataset.id, column: column.id, ...changesOf(column, values) }),
    onSuccess: (changed) => {
      storeDataset(queries, changed);
      void toast('success', t('common.saved'));
      onClose();
    },
  });
  // A type change may break dependents, so they are shown first.
  const handleFinish = async (values: ColumnValues) => {
    if (values.type === column.type) return mutate(values);
    // If the dependents cannot be loaded, confirm as if there were some.
    const dependents = await queries.fetchQuery(usesQuery(dataset.id)).catch(() => undefined);
    return dependents?.length === 0 ? mutate(values) : setUnconfirmedValues(values);
  };
  const optionsOf = <V extends string>(values: readonly V[], kind: string) =>
    values.map((value) => ({ value, label: t(`data.${kind}.${value}`) }));
  const fixedBy = dataset.connection === null ? undefined : 'schema.typeInPlace';
  const typeNote = column.calculation ? 'schema.typeOfFormula' : fixedBy;
  const hasTime = dataset.columns.some((each) => each.type === 'date' || each.type === 'time');
  const automatic = aggregateFor({ ...column, type, role, aggregation: 'automatic' }, hasTime);
  const names = aggregateNames[language];
  const aggregationOptions = columnAggregations.map((value) => ({
    value,
    label: value === 'automatic' ? t('data.automatic', { aggregation: names[automatic] }) : names[value],
  }));
  return (
    <Modal
      open
      width={520}
      title={t('schema.editColumn', { name: column.name })}
      okText={t('common.save')}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
      <Form form={form} layout="vertical" requiredMark={false} initialValues={column} onFinish={handleFinish}>
        <UsageNote dataset={dataset} column={column.id} />
        {dataset.verification && <p style={{ marginBottom: 16 }}>{t('verification.columnNote')}</p>}
        <TextsFields name={column.name} />
        <div className={style['pair']}>
          <Form.Item name="type" label={t('data.type')} extra={typeNote && t(typeNote)}>
            <Select disabled={typeNote !== undefined} options={optionsOf(columnTypes, 'types')} />
          </Form.Item>
          <Form.Item name="role" label={t('data.role')}>
            <Select options={optionsOf(columnRoles, 'roles')} />
          </Form.Item>
          {isNumeric({ type }) && (
            <>
              <Form.Item name="format" label={t('data.format')}>
                <Select options={optionsOf(numberFormats, 'formats')} />
              </Form.Item>
              <Form.Item name="unit" label={t('data.unit')}>
                <Input maxLength={20} />
              </Form.Item>
              <Form.Item name="aggregation" label={t('data.aggregation')} extra={t('data.aggregationNote')}>
                <Select options={aggregationOptions} />
              </Form.Item>
            </>
          )}
        </div>
      </Form>
      {unconfirmedValues && (
        <ImpactDialog
          dataset={dataset}
          change={{ kind: 'type', column: column.id, type: unconfirmedValues.type }}
          title={t('dataset.use.typeTitle', { name: labelOf(column, language) })}
          text={t('dataset.use.typeText', { type: t(`data.types.${unconfirmedValues.type}`) })}
          yes={t('dataset.use.typeYes')}
          onYes={() => mutate(unconfirmedValues)}
          onClose={() => setUnconfirmedValues(undefined)}
        />
      )}
    </Modal>
  );
}

/** Only the changed fields: setting a type makes the server check every row. */
function changesOf(column: DatasetColumn, values: ColumnValues): Partial<ColumnValues> {
  const names = Object.keys(values) as (keyof ColumnValues)[];
  return Object.fromEntries(
    names
      .filter((name) => values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(column[name]))
      .map((name) => [name, values[name]]),
  );
}
