import { useQuery } from '@tanstack/react-query';

import type { Connection } from '#contract/connections/routes.ts';
import { connectionQuery, connectRightsQuery } from '#web/http/connections.ts';

/** Whether the signed-in member may write SQL for a connection; `off` for an owner, who can allow it. */
type SqlRight = 'allowed' | 'off' | 'forbidden';

const rightOf = ({ canChange, allowsSql }: Connection, isOwner: boolean): SqlRight => {
  if (canChange && allowsSql) return 'allowed';
  return isOwner && !allowsSql ? 'off' : 'forbidden';
};

/** The connection of an application that the member may edit, and the right to write SQL for it. */
export function useSqlRight(application: string, { isEnabled = true } = {}) {
  const { data: connection, error } = useQuery({
    ...connectionQuery(application),
    enabled: isEnabled,
    throwOnError: false,
  });
  const { data: rights } = useQuery({ ...connectRightsQuery, enabled: isEnabled, throwOnError: false });
  const right = connection && rights && rightOf(connection, rights.mayAllowSql);
  return { kind: connection?.kind, right, error };
}
