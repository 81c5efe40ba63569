import { SaveOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Backup } from '#contract/backups/routes.ts';
import { formatBytes } from '#display/format/number.ts';
import { call } from '#web/http/client.ts';
import { download } from '#web/http/download.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { PasswordDialog } from '../PasswordDialog.tsx';
import style from './Storage.module.css';

const queryKey = ['backups'];
const isRunning = ({ state }: Backup) => state === 'running';

/** Creates, downloads and deletes backups. */
export function BackupsPanel() {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const [downloading, setDownloading] = useState<Backup>();
  const { data } = useQuery({
    queryKey,
    queryFn: () => call('GET /backups', {}),
    refetchInterval: ({ state }) => (state.data?.backups.some(isRunning) ? 1000 : false),
  });
  const finishedCount = data?.backups.filter((backup) => !isRunning(backup)).length;
  useEffect(() => {
    if (finishedCount === undefined) return undefined;
    // Refetch the storage sizes when the number of backups changes.
    return () => void queries.invalidateQueries({ queryKey: ['storage'] });
  }, [finishedCount, queries]);
  const { mutate: start, isPending } = useMutation({
    mutationFn: () => call('POST /backups', {}),
    onError: toastProblem,
  });
  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: Backup) => call('DELETE /backups/:id', { id }),
    onError: toastProblem,
  });
  const confirmRemoval = (backup: Backup) =>
    confirmDanger({
      title: t('storage.backups.removeTitle'),
      text: t('storage.backups.removeText'),
      yes: t('storage.backups.remove'),
      onYes: () => remove(backup),
    });
  const columns = [
    { title: t('storage.backups.made'), dataIndex: 'createdAt', render: showMoment },
    {
      title: t('storage.backups.size'),
      key: 'size',
      className: 'numbers',
      render: (backup: Backup) =>
        isRunning(backup) ? (
          <Progress percent={backup.bytes ? backup.percent : undefined} label={t('storage.backups.running')} />
        ) : (
          formatBytes(backup.bytes, language)
        ),
    },
    {
      ...actionColumn,
      render: (backup: Backup) => (
        <RowActions>
          {!isRunning(backup) && (
            <Button size="small" onClick={() => setDownloading(backup)}>
              {t('storage.backups.download')}
            </Button>
          )}
          <Button size="small" onClick={() => (isRunning(backup) ? remove(backup) : void confirmRemoval(backup))}>
            {t(isRunning(backup) ? 'common.cancel' : 'storage.backups.remove')}
          </Button>
        </RowActions>
      ),
    },
  ];
  return (
    <Panel
      title={t('storage.backups.title')}
      extra={
        <Button
          type="primary"
          icon={<SaveOutlined aria-hidden />}
          loading={isPending}
          disabled={data?.backups.some(isRunning) ?? true}
          onClick={() => start()}
        >
          {t('storage.backups.start')}
        </Button>
      }
    >
      {data?.failure && <Alert type="error" showIcon title={data.failure} style={{ marginBottom: 12 }} />}
      <DataTable rows={data?.backups} columns={columns} empty={t('storage.backups.none')} />
      <p className={style['note']}>{t('storage.backups.text', { folder: data?.folder ?? '' })}</p>
      {downloading && (
        <PasswordDialog<{ password?: string }, void>
          title={t('storage.backups.download')}
          text={t('storage.backups.secrets')}
          action={t('storage.backups.download')}
          submit={({ password }) =>
            download('POST /backups/:id/file', { id: downloading.id, ...(password && { password }) })
          }
          onDone={() => setDownloading(undefined)}
          onClose={() => setDownloading(undefined)}
        />
      )}
    </Panel>
  );
}
