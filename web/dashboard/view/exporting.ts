import { useEffect, useRef, useState } from 'react';

import type { Input } from '#contract/api.ts';
import type { DashboardExportLine, DashboardFormat } from '#contract/dashboard-exports.ts';
import { Problem } from '#contract/errors.ts';
import { download } from '#web/http/download.ts';
import { readLines } from '#web/http/lines.ts';
import { sentenceOf } from '#web/ui/problem.ts';

/** How a file of a dashboard is getting on, as people are told. */
export type DashboardExporting =
  | { kind: 'idle' }
  | { kind: 'running'; format: DashboardFormat; done: number; of: number }
  | { kind: 'fetching'; format: DashboardFormat }
  | { kind: 'failed'; format: DashboardFormat; reason: string };

type Order = Omit<Input<'POST /dashboards/:id/exports'>, 'format'>;
type Ready = Extract<DashboardExportLine, { kind: 'ready' }>;

/** Has the server write a dashboard into a file, and takes it home when it is ready. */
export function useDashboardExport(order: Order) {
  const [state, setState] = useState<DashboardExporting>({ kind: 'idle' });
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const start = async (format: DashboardFormat) => {
    control.current?.abort();
    const own = new AbortController();
    control.current = own;
    const tell = (next: DashboardExporting) => !own.signal.aborted && setState(next);
    tell({ kind: 'running', format, done: 0, of: 0 });
    try {
      const { id } = await write({ ...order, format }, own.signal, ({ done, of }) =>
        tell({ kind: 'running', format, done, of }),
      );
      tell({ kind: 'fetching', format });
      await download('GET /exports/:id', { id });
      tell({ kind: 'idle' });
    } catch (error) {
      tell({ kind: 'failed', format, reason: sentenceOf(error) });
    }
  };
  const cancel = () => {
    control.current?.abort();
    setState({ kind: 'idle' });
  };
  return { state, start, cancel };
}

async function write(
  input: Input<'POST /dashboards/:id/exports'>,
  signal: AbortSignal,
  onCourse: (line: Extract<DashboardExportLine, { kind: 'running' }>) => void,
): Promise<Ready> {
  let ready: Ready | undefined;
  await readLines<DashboardExportLine>('POST /dashboards/:id/exports', input, {
    signal,
    onLine: (line) => {
      if (line.kind === 'ready') ready = line;
      else if (line.kind === 'running') onCourse(line);
    },
  });
  if (!ready) throw new Problem('offline');
  return ready;
}
