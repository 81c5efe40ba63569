import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Connection, freshnessSeconds, type FreshnessSeconds } from '#contract/connections/routes.ts';
import { databases } from '#domain/databases.ts';
import { call } from '#web/http/client.ts';
import { connectionQuery, connectRightsQuery } from '#web/http/connections.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import style from './Connect.module.css';
import { ConnectionFields } from './ConnectionFields.tsx';
import type { ConnectionValues } from './connection-values.ts';
import { TestBar } from './TestBar.tsx';
import { TestOutcome } from './TestOutcome.tsx';
import { useConnectionForm } from './use-connection-form.ts';

/** Settings of the connection of an application. */
export function ConnectionPanel({ application }: { application: string }) {
  const { t } = useTranslation();
  const { data: connection, error } = useQuery({ ...connectionQuery(application), throwOnError: false });
  const { data: rights } = useQuery({ ...connectRightsQuery, throwOnError: false });
  const title = connection ? databases[connection.kind].name : t('connect.settings.title');
  return (
    <Panel title={title}>
      {error && <Alert type="error" showIcon title={sentenceOf(error)} />}
      {!error && !connection && <PageSpinner />}
      {connection && !connection.canChange && <p className={style['note']}>{t('connect.settings.readOnly')}</p>}
      {connection && (
        <ConnectionForm
          application={application}
          connection={connection}
          mayAllowPrivate={rights?.mayAllowPrivate ?? false}
          mayAllowSql={rights?.mayAllowSql ?? false}
        />
      )}
    </Panel>
  );
}

type ConnectionFormProps = {
  application: string;
  connection: Connection;
  mayAllowPrivate: boolean;
  mayAllowSql: boolean;
};

function ConnectionForm({ application, connection: stored, mayAllowPrivate, mayAllowSql }: ConnectionFormProps) {
  const { t } = useTranslation();
  const { canChange, freshness: storedFreshness, allowsSql: storedAllowsSql, ...settings } = stored;
  const [freshness, setFreshness] = useState(storedFreshness as FreshnessSeconds);
  const [allowsSql, setAllowsSql] = useState(storedAllowsSql);
  const initial: ConnectionValues = { ...settings, password: '' };
  const { save, error: saveError, reset, isPending } = useSaveConnection(application);
  const connection = useConnectionForm({ initial, application, mayAllowPrivate, saveError, onEdit: reset });
  const { form, fault, outcome } = connection;
  const handleFinish = () => {
    connection.cancelTest();
    save(
      { ...connection.valuesOf(), freshness, ...(mayAllowSql && { allowsSql }) },
      { onSuccess: () => form.setFieldsValue({ password: '' }), onError: connection.showFault },
    );
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={!canChange}
      initialValues={initial}
      onValuesChange={connection.handleEdit}
      onFinish={handleFinish}
    >
      <ConnectionFields
        kind={connection.kind}
        fault={fault}
        hasPassword
        mayAllowPrivate={mayAllowPrivate}
        onFix={connection.handleFix}
      />
      <FreshnessField value={freshness} onChange={setFreshness} />
      <SqlField isAllowed={allowsSql} isDisabled={!mayAllowSql} onChange={setAllowsSql} />
      {fault && !fault.field && <Alert type="error" showIcon title={fault.sentence} />}
      {outcome && <TestOutcome outcome={outcome} />}
      {canChange && (
        <TestBar
          isInline
          isTesting={connection.isTesting}
          onTest={connection.handleTest}
          onCancel={connection.cancelTest}
        >
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t('common.save')}
          </Button>
        </TestBar>
      )}
    </Form>
  );
}

type FreshnessFieldProps = { value: FreshnessSeconds; onChange: (seconds: FreshnessSeconds) => void };

function FreshnessField({ value: chosen, onChange }: FreshnessFieldProps) {
  const { t } = useTranslation();
  const field = useId();
  const options = freshnessSeconds.map((value) => ({ value, label: t(`connect.freshness.${value}`) }));
  return (
    <Form.Item
      htmlFor={field}
      label={t('connect.freshness.title')}
      extra={t('connect.freshness.note')}
      className={style['name'] ?? ''}
    >
      <Select id={field} value={chosen} options={options} onChange={onChange} />
    </Form.Item>
  );
}

type SqlFieldProps = { isAllowed: boolean; isDisabled: boolean; onChange: (isAllowed: boolean) => void };

/** Whether people may write SQL for the database; only owners can change it. */
function SqlField({ isAllowed, isDisabled, onChange }: SqlFieldProps) {
  const { t } = useTranslation();
  const field = useId();
  return (
    <Form.Item htmlFor={field} label={t('connect.sql.title')} extra={t('connect.sql.note')}>
      <Switch id={field} checked={isAllowed} disabled={isDisabled} onChange={onChange} />
    </Form.Item>
  );
}

type SavedConnection = ConnectionValues & { freshness: FreshnessSeconds; allowsSql?: boolean };

function useSaveConnection(application: string) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate, error, reset, isPending } = useMutation({
    mutationFn: ({ password, kind: _, ...values }: SavedConnection) =>
      call('PUT /applications/:id/connection', { id: application, ...values, ...(password && { password }) }),
    onSuccess: (changed) => {
      queries.setQueryData(connectionQuery(application).queryKey, changed);
      void toast('success', t('common.saved'));
    },
  });
  return { save: mutate, error, reset, isPending };
}
