import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { DataExtract } from '#contract/extracts/routes.ts';
import { call } from '#web/http/client.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

/** Runs an extract now. */
export function useRunExtract({ id }: DataExtract) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /extracts/:id/run', { id }),
    onSettled: waitForRefetches,
    onError: toastProblem,
  });
  return { run: () => mutate(), isStarting: isPending };
}

/** Deletes an extract after confirmation; its dataset stays. */
export function useDeleteExtract({ id, name }: DataExtract): () => void {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    mutationFn: () => call('DELETE /extracts/:id', { id }),
    onSuccess: () => void toast('success', t('extracts.deleted')),
    onError: toastProblem,
  });
  return () =>
    void confirmDanger({
      title: t('extracts.deleteTitle', { name }),
      text: t('extracts.deleteText'),
      yes: t('extracts.delete'),
      onYes: () => mutate(),
    });
}
