import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { Problem } from '#contract/errors.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import type { Editor } from './editor.ts';

export type PublishState = {
  isPublishing: boolean;
  /** Whether someone has published a newer version. */
  isBehind: boolean;
  /** Whether the two versions are being compared. */
  isComparing: boolean;
  compare: (isComparing: boolean) => void;
  publish: () => void;
  /** Publishes over the given version. */
  publishOver: (version: number) => Promise<void>;
};

/** Publishes the draft; on a version conflict it opens the comparison. */
export function usePublish(editor: Editor, saved: SavedDashboard): PublishState {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isPublishing, setPublishing] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const { id, base, isChanged } = editor;
  const isBehind = saved.version > base.version && !isPublishing;

  async function send(version: number): Promise<void> {
    setPublishing(true);
    try {
      const published = await editor.publish(version);
      queries.setQueryData(dashboardQuery(id).queryKey, published);
      setComparing(false);
      void toast('success', t('dashboard.edit.published'));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'newer_version') return toastProblem(error);
      await waitForRefetches();
      setComparing(true);
    } finally {
      setPublishing(false);
    }
  }

  return {
    isPublishing,
    isBehind,
    isComparing,
    compare: setComparing,
    publish: () => {
      if (isPublishing || !isChanged) return;
      if (isBehind) setComparing(true);
      else void send(base.version);
    },
    publishOver: send,
  };
}
