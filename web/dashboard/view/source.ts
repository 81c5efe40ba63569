import { createContext, useContext } from 'react';

import type { Input, Output } from '#contract/api.ts';
import type { ShareAllows, SharedSubject } from '#contract/shares.ts';
import { call } from '#web/http/client.ts';
import { sendRun } from './send.ts';

/** Where a board gets what it shows: as a member from the product itself, or through a link. */
export type Source = {
  run: typeof sendRun;
  loadValues: (
    input: Input<'POST /dashboards/:id/values'>,
    signal: AbortSignal,
  ) => Promise<Output<'POST /dashboards/:id/values'>>;
  /** What datasets are made of, where one cannot ask for it. */
  subjects: Record<string, SharedSubject> | null;
  /** What can be set, where that is not everything; then nothing can be kept either. */
  allows: ShareAllows | null;
};

export const SourceContext = createContext<Source>({
  run: sendRun,
  loadValues: (input, signal) => call('POST /dashboards/:id/values', input, signal),
  subjects: null,
  allows: null,
});

export const useSource = (): Source => useContext(SourceContext);
