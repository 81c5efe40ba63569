import { queryOptions, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { ApiInput } from '#contract/api.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

export type RemapMapping = ApiInput<'POST /datasets/:id/remaps/preview'>;

export const remapsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id, 'remaps'],
    queryFn: ({ signal }) => call('GET /datasets/:id/remaps', { id }, signal),
    staleTime: 0,
  });

export const remapPreviewQuery = (mapping: RemapMapping) =>
  queryOptions({
    queryKey: ['dataset', mapping.id, 'remap-preview', mapping],
    queryFn: ({ signal }) => call('POST /datasets/:id/remaps/preview', mapping, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** Undoes a replacement, and lists the items that stay because they have been edited since. */
export function useUndoRemap() {
  const { t } = useTranslation();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string) => call('POST /remaps/:id/undo', { id }),
    onSuccess: async (items) => {
      const failed = items.filter(({ problem }) => problem);
      if (failed.length === 0) return void toast('success', t('remap.undone'));
      const { listUnchanged } = await import('./UndoResult.tsx');
      return listUnchanged(failed, t);
    },
    onError: toastProblem,
  });
  return { undo: mutate, pendingId: isPending ? variables : undefined };
}

/** Replaces columns as previewed; the message offers to undo it. */
export function useRemap(onDone: () => void) {
  const { t } = useTranslation();
  const { undo } = useUndoRemap();
  return useMutation({
    mutationFn: (input: ApiInput<'POST /datasets/:id/remaps'>) => call('POST /datasets/:id/remaps', input),
    onSuccess: async ({ id, changed }) => {
      onDone();
      const { offerUndo } = await import('#web/ui/undo.tsx');
      offerUndo({ text: t('remap.done', { count: changed }), undo: t('remap.undo'), onUndo: () => undo(id) });
    },
  });
}
