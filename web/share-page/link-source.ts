import { useMemo } from 'react';

import type { SharedDashboard } from '#contract/shares/routes.ts';
import { type DashboardSource, readRun } from '#web/viewer/dashboard-source.ts';
import { call, fetchRoute } from '#web/http/client.ts';
import type { ShareLink } from './share-link.ts';

/** The data source of a dashboard, through a public link. */
export function useLinkSource({ pass, check }: ShareLink, { subjects, allows }: SharedDashboard): DashboardSource {
  return useMemo(
    () => ({
      // Nothing is run for visitors before they click.
      run: async ({ state, cards, first, prefetch = false }, options) =>
        prefetch
          ? 'declined'
          : readRun(() => fetchRoute('POST /shares/run', { pass: pass(), state, cards, first }, options.signal), {
              ...options,
              onEvent: (message) => {
                if (message.kind === 'failed' && message.error.code === 'share_gone') void check();
                options.onEvent(message);
              },
            }),
      loadValues: ({ state, control, search }, signal) =>
        call('POST /shares/values', { pass: pass(), state, control, search }, signal),
      subjects,
      allows,
    }),
    [pass, check, subjects, allows],
  );
}
