import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { Dataset, Version } from '#contract/datasets/routes.ts';
import { call } from '#web/http/client.ts';
import { confirmAction } from '#web/ui/confirm.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

/** Asks for confirmation, then makes an earlier version the current one. */
export function useRestoreVersion({ id, applicationId }: Dataset): (version: Version) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: ({ number }: Version) => call('POST /datasets/:id/versions/:number/restore', { id, number }),
    onSuccess: async () => {
      await navigate(`/application/${applicationId}/datasets/${id}/versions`);
      void toast('success', t('versions.restored'));
    },
    onError: toastProblem,
  });
  return (version) =>
    void confirmAction({
      title: t('versions.restoreTitle', { number: version.number }),
      text: t('versions.restoreText'),
      yes: t('versions.restore'),
      onYes: () => mutate(version),
    });
}
