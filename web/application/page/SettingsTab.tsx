import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';

import type { Application } from '#contract/applications/routes.ts';
import { AccessButton } from '#web/access/AccessButton.tsx';
import { applicationQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { ConnectionPanel } from '../connect/ConnectionPanel.tsx';
import { useLeavePage } from '../leave-page.ts';
import { removeSample } from '../sample.ts';

/** Name, connection, access and deletion of an application. */
export function SettingsTab({ application }: { application: Application }) {
  const { t } = useTranslation();
  const zone = useZone();
  const queries = useQueryClient();
  const { id, name, createdAt } = application;
  const { mutate, isPending } = useMutation({
    mutationFn: (values: { name: string }) => call('PATCH /applications/:id', { id, ...values }),
    onSuccess: (changed) => {
      queries.setQueryData(applicationQuery(id).queryKey, changed);
      void toast('success', t('common.saved'));
    },
    onError: toastProblem,
  });
  return (
    <>
      <Panel title={t('application.settings.title')}>
        <Form
          key={name}
          layout="vertical"
          requiredMark={false}
          initialValues={{ name }}
          onFinish={mutate}
          style={{ maxWidth: 400 }}
        >
          <Form.Item
            name="name"
            label={t('application.name')}
            rules={[{ required: true, whitespace: true, message: t('auth.rules.name') }]}
          >
            <Input maxLength={100} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t('common.save')}
          </Button>
        </Form>
      </Panel>
      {application.kind === 'connection' && <ConnectionPanel application={id} />}
      <Panel title={t('access.title')}>
        <div style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
          <AccessButton kind="application" id={id} sharing={application.sharing} />
          <span>{t(`access.marks.${application.sharing}`)}</span>
        </div>
      </Panel>
      <Panel title={t('application.settings.facts')}>
        <Facts
          rows={[
            [t('application.kind'), t(`application.kinds.${application.kind}`)],
            [t('application.settings.made'), formatMoment(createdAt, zone)],
            [t('application.settings.id'), id],
          ]}
        />
      </Panel>
      <DeletePanel application={application} />
    </>
  );
}

/** Moves the application to the trash; the sample is deleted at once, since it can be created again. */
function DeletePanel({ application: { id, name, kind } }: { application: Application }) {
  const { t } = useTranslation();
  const leaveFor = useLeavePage();
  const queries = useQueryClient();
  const textKey = kind === 'sample' ? 'sample' : 'trash';
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await leaveFor('/application');
      queries.removeQueries({ queryKey: ['application', id] });
      await (kind === 'sample' ? removeSample(id) : call('DELETE /applications/:id', { id }));
    },
    onSuccess: () => void toast('success', t(`application.leave.${textKey}.done`)),
    onError: toastProblem,
  });
  const confirmDeletion = () =>
    void confirmDanger({
      title: t(`application.leave.${textKey}.ask`, { name }),
      text: t(`application.leave.${textKey}.text`),
      yes: t(`application.leave.${textKey}.action`),
      onYes: () => mutate(),
    });
  return (
    <Panel title={t(`application.leave.${textKey}.title`)}>
      <p style={{ marginBottom: 16 }}>{t(`application.leave.${textKey}.text`)}</p>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button danger loading={isPending} onClick={confirmDeletion}>
          {t(`application.leave.${textKey}.action`)}
        </Button>
        <LinkButton to="/application/trash">{t('trash.open')}</LinkButton>
      </div>
    </Panel>
  );
}
