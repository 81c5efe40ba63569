import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Dataset, Reject } from '#contract/datasets.ts';
import { call } from '#web/http/client.ts';
import { formatNumber } from '#display/format/number.ts';
import { browserZone } from '#web/shell/zone.ts';
import { askFirst } from '#web/ui/confirm.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import type { correctedRows } from './corrections.ts';

type Loaded = { rows: ReturnType<typeof correctedRows>; alike: boolean; remember: boolean };

/** Loads corrected rows, of so many that were kept aside, or throws all of them away. */
export function useRejects({ id, applicationId }: Dataset, total: number, onLoaded: (left: Reject[]) => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['dataset', id] });
    void queries.invalidateQueries({ queryKey: ['application', applicationId] });
  };
  const { mutate: load, isPending: isLoading } = useMutation({
    mutationFn: (corrected: Loaded) => call('POST /datasets/:id/rejects/load', { id, ...corrected, zone: browserZone }),
    onSuccess: ({ loaded, left, rejects }) => {
      onLoaded(rejects);
      refresh();
      const figures = {
        loaded: formatNumber(loaded, language),
        wrong: formatNumber(rejects.length, language),
        left: formatNumber(left, language),
      };
      if (rejects.length > 0) void toast('warning', t('rejects.loadedBut', figures));
      else void toast('success', t(left > 0 ? 'rejects.loadedSome' : 'rejects.loaded', figures));
    },
    onError: toastProblem,
  });
  const { mutate: discard } = useMutation({
    mutationFn: () => call('DELETE /datasets/:id/rejects', { id }),
    onSuccess: refresh,
    onError: toastProblem,
  });
  const askAndDiscard = () =>
    void askFirst({
      title: t('rejects.discardTitle', { total: formatNumber(total, language) }),
      text: t('rejects.discardText'),
      yes: t('rejects.discard'),
      onYes: () => discard(),
    });
  return { load, isLoading, discard: askAndDiscard };
}
