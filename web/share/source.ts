import { useMemo } from 'react';

import type { SharedDashboard } from '#contract/shares.ts';
import type { Source } from '#web/dashboard/view/source.ts';
import { hearRun } from '#web/dashboard/view/send.ts';
import { call, reach } from '#web/http/client.ts';
import type { Link } from './link.ts';

/** What a board needs, asked for through a link. */
export function useLinkSource({ pass, check }: Link, { subjects, allows }: SharedDashboard): Source {
  return useMemo(
    () => ({
      run: ({ state, cards, first }, listening) =>
        hearRun(() => reach('POST /shares/run', { pass: pass(), state, cards, first }, listening.signal), {
          ...listening,
          hear: (heard) => {
            if (heard.kind === 'failed' && heard.error.code === 'share_gone') void check();
            listening.hear(heard);
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
