import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Dataset, Reject } from '#contract/datasets/routes.ts';
import { call } from '#web/http/client.ts';
import { formatNumber } from '#display/format/number.ts';
import { browserZone } from '#web/shell/browser-zone.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import type { correctedRows } from './corrections.ts';

type CorrectedLoad = { rows: ReturnType<typeof correctedRows>; alike: boolean; remember: boolean };

/** Loads corrected rows, or discards all rejected rows. */
export function useRejects({ id }: Dataset, total: number, onLoaded: (left: Reject[]) => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutate: load, isPending: isLoading } = useMutation({
    mutationFn: (corrected: CorrectedLoad) =>
      call('POST /datasets/:id/rejects/load', { id, ...corrected, zone: browserZone() }),
    onSuccess: ({ loaded, left, rejects }) => {
      onLoaded(rejects);
      const counts = {
        loaded: formatNumber(loaded, language),
        wrong: formatNumber(rejects.length, language),
        left: formatNumber(left, language),
      };
      if (rejects.length > 0) void toast('warning', t('rejects.loadedBut', counts));
      else void toast('success', t(left > 0 ? 'rejects.loadedSome' : 'rejects.loaded', counts));
    },
    onError: toastProblem,
  });
  const { mutate: discard } = useMutation({
    mutationFn: () => call('DELETE /datasets/:id/rejects', { id }),
    onError: toastProblem,
  });
  const confirmAndDiscard = () =>
    void confirmDanger({
      title: t('rejects.discardTitle', { total: formatNumber(total, language) }),
      text: t('rejects.discardText'),
      yes: t('rejects.discard'),
      onYes: () => discard(),
    });
  return { load, isLoading, discard: confirmAndDiscard };
}
