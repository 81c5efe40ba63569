import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Folder, FolderMove } from '#contract/folders/routes.ts';
import { call } from '#web/http/client.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

/** Deletes a folder; its items move one level up. */
export function useDeleteFolder({ id, name }: Folder, onDelete: () => void) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('DELETE /folders/:id', { id, content: 'move_up' }),
    onSuccess: async () => {
      onDelete();
      await waitForRefetches();
      await toast('success', t('folders.deleted', { name }));
    },
    onError: toastProblem,
  });
  return { remove: () => mutate(), isPending };
}

export type MovedItems = Partial<Pick<FolderMove, 'dashboards' | 'applications' | 'folders'>>;

type FolderTarget = { folder: string | null; name: string };

/** Moves items to a folder; a toast names the folder. */
export function useMove(moved: MovedItems, onSuccess: () => void, onFailure?: () => void) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ folder }: FolderTarget) => call('POST /folders/move', { folder, ...moved }),
    onSuccess: async (_, { name }) => {
      onSuccess();
      await waitForRefetches();
      await toast('success', t('folders.moved', { name }));
    },
    onError: (error) => {
      onFailure?.();
      toastProblem(error);
    },
  });
}
