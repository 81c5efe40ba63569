import { useMutation, useQuery } from '@tanstack/react-query';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';

import type { SignUp } from '#contract/installation/routes.ts';
import { call } from '#web/http/client.ts';
import { installationQuery } from '#web/http/installation.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

/** Who may sign up: people with an invitation, or everyone who can reach the page. */
export function SignUpPanel() {
  const { t } = useTranslation();
  const { data: installation } = useQuery(installationQuery);
  const { mutate } = useMutation({
    mutationFn: (signUp: SignUp) => call('PATCH /installation', { signUp }),
    onSuccess: async (_, signUp) => {
      await waitForRefetches();
      const isOpen = signUp === 'open';
      void toast(isOpen ? 'warning' : 'success', t(isOpen ? 'account.members.nowOpen' : 'account.members.nowClosed'));
    },
    onError: toastProblem,
  });
  const isOpen = installation?.signUp === 'open';
  return (
    <Panel
      title={t('account.members.signUp')}
      extra={
        <Switch
          aria-label={t('account.members.signUp')}
          checked={isOpen}
          onChange={(open) => mutate(open ? 'open' : 'invitation')}
        />
      }
    >
      <p>{t(isOpen ? 'account.members.open' : 'account.members.closed')}</p>
    </Panel>
  );
}
