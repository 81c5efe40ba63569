import { useMutation, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { call } from '#web/http/client.ts';
import { Moment } from '#web/ui/Moment.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { isEqual } from './diff.ts';
import { useEditing } from './editing-context.ts';
import style from './Notes.module.css';
import type { PublishState } from './use-publish.ts';

/** Says that an unpublished draft was opened, and offers to discard it. */
export function DraftNote({ saved }: { saved: SavedDashboard }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, rebase, canUndo } = useEditing();
  // Only the draft that existed when the page opened, not one saved since.
  const [draft, setDraft] = useState(() =>
    saved.draft && !isEqual(saved.draft.dashboard, saved.dashboard) ? saved.draft : null,
  );
  const discard = useMutation({
    mutationFn: () => call('DELETE /dashboards/:id/draft', { id }),
    onSuccess: () => {
      setDraft(null);
      rebase({ version: saved.version, dashboard: saved.dashboard }, saved.dashboard);
      void queries.invalidateQueries({ queryKey: ['dashboard', id] });
    },
    onError: toastProblem,
  });
  // Hidden once the member continues editing.
  if (!draft || canUndo) return null;
  return (
    <Alert
      className={style['note'] ?? ''}
      type="info"
      showIcon
      title={
        <>
          {t('dashboard.edit.draft')} <Moment at={draft.savedAt} />
        </>
      }
      action={
        <div className={style['actions']}>
          <Button size="small" type="primary" onClick={() => setDraft(null)}>
            {t('dashboard.edit.continue')}
          </Button>
          <Button size="small" loading={discard.isPending} onClick={() => discard.mutate()}>
            {t('dashboard.edit.discard')}
          </Button>
        </div>
      }
    />
  );
}

/** Says that someone else has published a newer version. */
export function NewerNote({ publishing, saved }: { publishing: PublishState; saved: SavedDashboard }) {
  const { t } = useTranslation();
  const { isChanged, rebase } = useEditing();
  if (!publishing.isBehind) return null;
  const name = saved.publishedBy?.name ?? t('dashboard.history.someone');
  const take = () => rebase({ version: saved.version, dashboard: saved.dashboard }, saved.dashboard);
  return (
    <Alert
      className={style['note'] ?? ''}
      type="warning"
      showIcon
      title={t('dashboard.edit.newer', { name })}
      action={
        <Button size="small" onClick={isChanged ? () => publishing.compare(true) : take}>
          {t(isChanged ? 'dashboard.edit.compare' : 'dashboard.edit.show')}
        </Button>
      }
    />
  );
}
