import { useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { ApiInput } from '#contract/api.ts';
import { applicationsQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { connectRightsQuery } from '#web/http/connections.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { useOwnZone } from '#web/shell/preferences.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';
import { freeName } from '../names.ts';
import { useNewFolder } from '../new-folder.ts';
import style from './Connect.module.css';
import { ConnectionFields } from './ConnectionFields.tsx';
import { emptyValues, proposedName } from './connection-values.ts';
import { KindCards } from './KindCards.tsx';
import { TestBar } from './TestBar.tsx';
import { hasWarnings, TestOutcome } from './TestOutcome.tsx';
import { UrlBox } from './UrlBox.tsx';
import { useConnectionForm } from './use-connection-form.ts';

/** Connects a database as a new application. */
export function ConnectPage() {
  const { t } = useTranslation();
  const { data: rights } = useQuery(connectRightsQuery);
  return (
    <>
      <Breadcrumbs label={t('common.crumbs')} links={[{ to: '/application', text: t('common.menu.application') }]} />
      <PageHeading title={t('connect.title')} lead={t('connect.lead')} />
      {!rights && <PageSpinner />}
      {rights?.mayConnect === false && <NotAllowed />}
      {rights?.mayConnect && <ConnectForm mayAllowPrivate={rights.mayAllowPrivate} />}
    </>
  );
}

function NotAllowed() {
  const { t } = useTranslation();
  return (
    <EmptyState picture={<LostPicture />} title={t('connect.notAllowed')} text={t('connect.notAllowedText')}>
      <LinkButton to="/application" primary>
        {t('upload.toApplications')}
      </LinkButton>
    </EmptyState>
  );
}

function ConnectForm({ mayAllowPrivate }: { mayAllowPrivate: boolean }) {
  const { t } = useTranslation();
  const initial = emptyValues(useOwnZone());
  const nameField = useId();
  const [name, setName] = useState('');
  const folder = useNewFolder();
  const { data: applications = [] } = useQuery({ ...applicationsQuery, throwOnError: false });
  const { connect, error: saveError, reset, isPending } = useConnect();
  const connection = useConnectionForm({ initial, mayAllowPrivate, saveError, onEdit: reset });
  const { form, kind, fault, outcome } = connection;
  const database = Form.useWatch('database', form) ?? '';
  const taken = applications.map((each) => each.name);
  const proposal = freeName(proposedName({ kind, database }), taken);
  const create = () =>
    connect({ name: name.trim() || proposal, folder, ...connection.valuesOf() }, { onError: connection.showFault });
  // Test first, to warn of an account with more than read access before connecting.
  const handleFinish = () => {
    if (outcome) create();
    else connection.startTest((tested) => !hasWarnings(tested) && create());
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initial}
      onValuesChange={connection.handleEdit}
      onFinish={handleFinish}
    >
      <Panel>
        <KindCards value={kind} onChange={connection.chooseKind} />
        <UrlBox kind={kind} onUrl={connection.fillFrom} />
        <ConnectionFields
          kind={kind}
          fault={fault}
          hasPassword={false}
          mayAllowPrivate={mayAllowPrivate}
          onFix={connection.handleFix}
        />
        <Form.Item label={t('connect.name')} htmlFor={nameField} className={style['name'] ?? ''}>
          <Input
            id={nameField}
            maxLength={100}
            placeholder={proposal}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Form.Item>
        {fault && !fault.field && <Alert type="error" showIcon title={fault.sentence} />}
        {outcome && <TestOutcome outcome={outcome} />}
      </Panel>
      <TestBar isTesting={connection.isTesting} onTest={connection.handleTest} onCancel={connection.cancelTest}>
        <Button type="primary" htmlType="submit" loading={isPending} disabled={connection.isTesting}>
          {t(outcome && hasWarnings(outcome) ? 'connect.connectAnyway' : 'connect.connect')}
        </Button>
      </TestBar>
    </Form>
  );
}

/** Creates the application and opens its tables. */
function useConnect() {
  const navigate = useNavigate();
  const { mutate, error, reset, isPending } = useMutation({
    mutationFn: (input: ApiInput<'POST /connections'>) => call('POST /connections', input),
    onSuccess: ({ id }) => navigate(`/application/${id}/tables`, { replace: true }),
  });
  return { connect: mutate, error, reset, isPending };
}
