import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { textOf } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';
import { toastProblem } from '#web/ui/problem.ts';

/** A dashboard in the trash. */
export function TrashedNotice({ saved }: { saved: SavedDashboard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isEditor = saved.right === 'edit';
  const restore = useMutation({
    mutationFn: () => call('POST /dashboards/:id/restore', { id: saved.id }),
    onSuccess: waitForRefetches,
    onError: toastProblem,
  });
  return (
    <>
      <PageHeading title={textOf(saved.dashboard.title, language) || t('dashboard.view.untitled')} />
      <EmptyState
        picture={<LostPicture />}
        title={t('dashboard.view.trashed')}
        text={t(isEditor ? 'dashboard.view.trashedText' : 'dashboard.view.trashedAsk')}
      >
        {isEditor && (
          <Button type="primary" loading={restore.isPending} onClick={() => restore.mutate()}>
            {t('dashboard.view.restore')}
          </Button>
        )}
        <LinkButton to="/dashboard">{t('dashboard.view.toList')}</LinkButton>
      </EmptyState>
    </>
  );
}

/** A dashboard in a format of a newer release. */
export function NewerFormatNotice() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('dashboard.view.untitled')} />
      <EmptyState picture={<LostPicture />} title={t('dashboard.view.newer')} text={t('dashboard.view.newerText')}>
        <LinkButton to="/dashboard" primary>
          {t('dashboard.view.toList')}
        </LinkButton>
      </EmptyState>
    </>
  );
}
