import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';

import type { Me } from '#contract/accounts/routes.ts';
import { call } from '#web/http/client.ts';
import { meQuery } from '#web/http/me.ts';
import { formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { AvatarPanel } from './AvatarPanel.tsx';

/** Name and avatar, as other members see them. */
export function ProfilePage({ me }: { me: Me }) {
  const { t } = useTranslation();
  const zone = useZone();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (values: { name: string }) => call('PATCH /me', values),
    onSuccess: (member) => {
      queries.setQueryData(meQuery.queryKey, member);
      void toast('success', t('common.saved'));
    },
    onError: toastProblem,
  });
  return (
    <>
      <PageHeading title={t('account.profile.title')} lead={t('account.profile.lead')} />
      <Panel>
        <Form
          layout="vertical"
          requiredMark={false}
          initialValues={{ name: me.name }}
          onFinish={mutate}
          style={{ maxWidth: 400 }}
        >
          <Form.Item
            name="name"
            label={t('auth.name')}
            rules={[{ required: true, whitespace: true, message: t('auth.rules.name') }]}
          >
            <Input maxLength={100} autoComplete="name" />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t('common.save')}
          </Button>
        </Form>
      </Panel>
      <AvatarPanel me={me} />
      <Panel title={t('account.profile.facts')}>
        <Facts
          rows={[
            [t('auth.username'), me.username],
            [t('auth.email'), me.email],
            [t('account.members.role'), t(`roles.${me.role}`)],
            [t('account.members.since'), formatMoment(me.createdAt, zone)],
          ]}
        />
      </Panel>
    </>
  );
}
