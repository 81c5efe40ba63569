import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { call } from '#web/http/client.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { Comparison } from './Comparison.tsx';
import { discardDraft } from './draft-saver.ts';
import { useEditing } from './editing-context.ts';
import type { PublishState } from './use-publish.ts';

const copyOf = ({ en_US, zh_CN }: LocalizedText): LocalizedText => ({
  en_US: en_US && `${en_US.slice(0, 190)} (2)`,
  zh_CN: zh_CN && `${zh_CN.slice(0, 190)} (2)`,
});

/** Publish conflict: shows both versions and lets the member choose theirs, mine or both. */
export function ConflictDialog({ publishing, saved }: { publishing: PublishState; saved: SavedDashboard }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, now, rebase, flush } = useEditing();
  useReturnFocus();
  const close = () => publishing.compare(false);
  const discardMine = async () => {
    await flush();
    await discardDraft(id);
    rebase({ version: saved.version, dashboard: saved.dashboard }, saved.dashboard);
    void queries.invalidateQueries({ queryKey: ['dashboard', id] });
  };
  const takeTheirs = useMutation({ mutationFn: discardMine, onSuccess: close, onError: toastProblem });
  const keepBoth = useMutation({
    mutationFn: async () => {
      const copy = await call('POST /dashboards', { dashboard: { ...now, title: copyOf(now.title) } });
      await discardMine();
      return copy;
    },
    onSuccess: (copy) => {
      close();
      void toast('success', t('dashboard.history.keptBoth'));
      void navigate(`/dashboard/${copy.id}?mode=edit`);
    },
    onError: toastProblem,
  });
  const name = saved.publishedBy?.name ?? t('dashboard.history.someone');
  return (
    <Modal
      open
      width="min(1400px, 96vw)"
      style={{ top: 24 }}
      title={t('dashboard.history.conflict', { name })}
      onCancel={close}
      footer={
        <>
          <Button loading={takeTheirs.isPending} onClick={() => takeTheirs.mutate()}>
            {t('dashboard.history.theirs')}
          </Button>
          <Button loading={keepBoth.isPending} onClick={() => keepBoth.mutate()}>
            {t('dashboard.history.both')}
          </Button>
          <Button
            type="primary"
            loading={publishing.isPublishing}
            onClick={() => void publishing.publishOver(saved.version)}
          >
            {t('dashboard.history.mine')}
          </Button>
        </>
      }
    >
      <Comparison
        before={{ name: t('dashboard.history.versionOf', { name }), dashboard: saved.dashboard }}
        after={{ name: t('dashboard.history.mineName'), dashboard: now }}
      />
    </Modal>
  );
}
