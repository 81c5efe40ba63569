import { useEffect, useRef, useState } from 'react';

import type { ApiInput } from '#contract/api.ts';
import type { DashboardExportLine, DashboardFormat } from '#contract/dashboards/exports.ts';
import { Problem } from '#contract/errors.ts';
import { download } from '#web/http/download.ts';
import { readLines } from '#web/http/json-lines.ts';
import { sentenceOf } from '#web/ui/problem.ts';

/** Progress of a dashboard export. */
export type DashboardExportState =
  | { kind: 'idle' }
  | { kind: 'running'; format: DashboardFormat; done: number; of: number }
  | { kind: 'fetching'; format: DashboardFormat }
  | { kind: 'failed'; format: DashboardFormat; reason: string };

type DashboardExportRequest = Omit<ApiInput<'POST /dashboards/:id/exports'>, 'format'>;
type DashboardExportReady = Extract<DashboardExportLine, { kind: 'ready' }>;

/** Writes the dashboard to a file on the server and downloads it. */
export function useDashboardExport(request: DashboardExportRequest) {
  const [state, setState] = useState<DashboardExportState>({ kind: 'idle' });
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const start = async (format: DashboardFormat) => {
    control.current?.abort();
    const controller = new AbortController();
    control.current = controller;
    const report = (next: DashboardExportState) => !controller.signal.aborted && setState(next);
    report({ kind: 'running', format, done: 0, of: 0 });
    try {
      const { id } = await write({ ...request, format }, controller.signal, ({ done, of }) =>
        report({ kind: 'running', format, done, of }),
      );
      report({ kind: 'fetching', format });
      await download('GET /exports/:id', { id });
      report({ kind: 'idle' });
    } catch (error) {
      report({ kind: 'failed', format, reason: sentenceOf(error) });
    }
  };
  const cancel = () => {
    control.current?.abort();
    setState({ kind: 'idle' });
  };
  return { state, start, cancel };
}

async function write(
  input: ApiInput<'POST /dashboards/:id/exports'>,
  signal: AbortSignal,
  onProgress: (line: Extract<DashboardExportLine, { kind: 'running' }>) => void,
): Promise<DashboardExportReady> {
  let ready: DashboardExportReady | undefined;
  await readLines<DashboardExportLine>('POST /dashboards/:id/exports', input, {
    signal,
    onLine: (line) => {
      if (line.kind === 'ready') ready = line;
      else if (line.kind === 'running') onProgress(line);
    },
  });
  if (!ready) throw new Problem('offline');
  return ready;
}
