import { PlusOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Channel } from '#contract/channels/routes.ts';
import { channelsQuery } from '#web/http/channels.ts';
import { call } from '#web/http/client.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { RemoveButton } from '#web/ui/RemoveButton.tsx';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { toast, toastWhile } from '#web/ui/toast.ts';

const ChannelDialog = lazy(() => import('./ChannelDialog.tsx').then((module) => ({ default: module.ChannelDialog })));

/** The channels through which alerts are sent outside the product. */
export function ChannelsPage() {
  const { t } = useTranslation();
  const { data: channels } = useQuery(channelsQuery);
  const [edited, setEdited] = useState<Channel | 'new'>();
  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: Channel) => call('DELETE /channels/:id', { id }),
    onError: toastProblem,
  });
  const { mutate: test } = useMutation({
    mutationFn: ({ id }: Channel) => toastWhile(t('channels.testing'), call('POST /channels/:id/test', { id })),
    onSuccess: () => void toast('success', t('channels.tested')),
    onError: toastProblem,
  });
  const columns = [
    { title: t('channels.name'), dataIndex: 'name', render: clip },
    { title: t('channels.kind'), dataIndex: 'kind', render: (kind: Channel['kind']) => t(`channels.kinds.${kind}`) },
    { title: t('channels.target'), dataIndex: 'hint', render: clip },
    {
      title: t('channels.state'),
      key: 'state',
      render: ({ isStopped, failure, lastSentAt }: Channel) => (
        <span title={failure?.message}>
          {isStopped ? (
            <Badge tone="bad">{t('channels.stopped')}</Badge>
          ) : failure ? (
            <Badge tone="warn">{t('channels.retrying')}</Badge>
          ) : (
            <Badge tone={lastSentAt ? 'good' : 'quiet'}>{t(lastSentAt ? 'channels.works' : 'channels.unused')}</Badge>
          )}
        </span>
      ),
    },
    { title: t('channels.lastSent'), dataIndex: 'lastSentAt', render: (at: string | null) => at && showMoment(at) },
    {
      ...actionColumn,
      render: (channel: Channel) => (
        <RowActions>
          <Button size="small" onClick={() => test(channel)}>
            {t('channels.test')}
          </Button>
          {channel.canChange && (
            <>
              <Button size="small" onClick={() => setEdited(channel)}>
                {t('channels.edit')}
              </Button>
              <RemoveButton
                small
                title={t('channels.removeTitle', { name: channel.name })}
                text={t('channels.removeText')}
                yes={t('channels.remove')}
                onYes={() => remove(channel)}
              />
            </>
          )}
        </RowActions>
      ),
    },
  ];
  return (
    <>
      <PageHeading
        title={t('account.channels.title')}
        lead={t('account.channels.lead')}
        actions={
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
            {t('channels.add')}
          </Button>
        }
      />
      <Panel>
        <DataTable rows={channels} columns={columns} empty={t('channels.none')} />
      </Panel>
      <Suspense>
        {edited && (
          <ChannelDialog channel={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </>
  );
}
