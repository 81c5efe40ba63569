import { useQuery } from '@tanstack/react-query';

import type { AuditAreaActions } from '#contract/audit/routes.ts';
import { call } from '#web/http/client.ts';

const noActions: AuditAreaActions[] = [];

/** Actions by area, fetched from the server: importing their route declarations would bundle all schemas. */
export function useAuditActions(): AuditAreaActions[] {
  const { data } = useQuery({
    queryKey: ['audit-actions'],
    queryFn: () => call('GET /audit/actions', {}),
    staleTime: Infinity,
  });
  return data ?? noActions;
}
