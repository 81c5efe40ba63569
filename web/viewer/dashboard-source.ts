import { createContext, useContext } from 'react';

import type { ApiInput, ApiOutput } from '#contract/api.ts';
import type { SharePermissions, SharedDataset } from '#contract/shares/routes.ts';
import { call } from '#web/http/client.ts';
import { sendRun } from './send-run.ts';

/** Where a dashboard loads its data from: the API of members, or that of a share. */
export type DashboardSource = {
  run: typeof sendRun;
  loadValues: (
    input: ApiInput<'POST /dashboards/:id/values'>,
    signal: AbortSignal,
  ) => Promise<ApiOutput<'POST /dashboards/:id/values'>>;
  /** Dataset fields, where they cannot be queried (shares). */
  subjects: Record<string, SharedDataset> | null;
  /** What viewers may change, if restricted; then views cannot be saved either. */
  allows: SharePermissions | null;
};

export const SourceContext = createContext<DashboardSource>({
  run: sendRun,
  loadValues: (input, signal) => call('POST /dashboards/:id/values', input, signal),
  subjects: null,
  allows: null,
});

export const useSource = (): DashboardSource => useContext(SourceContext);
