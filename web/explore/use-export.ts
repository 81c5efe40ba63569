import { useEffect, useRef, useState } from 'react';

import { Problem } from '#contract/errors.ts';
import type { ApiInput } from '#contract/api.ts';
import type { ExportFormat, ExportLine } from '#contract/queries/routes.ts';
import { download } from '#web/http/download.ts';
import { readLines } from '#web/http/json-lines.ts';
import { sentenceOf } from '#web/ui/problem.ts';

/** Progress of an export. */
export type ExportState =
  | { kind: 'idle' }
  | { kind: 'waiting'; format: ExportFormat; position: number }
  | { kind: 'writing'; format: ExportFormat; rows: number }
  | { kind: 'fetching'; format: ExportFormat; rows: number }
  | { kind: 'failed'; format: ExportFormat; reason: string };

type ExportRequest = Omit<ApiInput<'POST /exports'>, 'format'>;

/** Writes a file on the server and downloads it. */
export function useExport(request: ExportRequest) {
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const start = async (format: ExportFormat) => {
    const controller = new AbortController();
    control.current = controller;
    setState({ kind: 'writing', format, rows: 0 });
    try {
      const { id, rows } = await writeFile({ ...request, format }, controller.signal, setState);
      setState({ kind: 'fetching', format, rows });
      await download('GET /exports/:id', { id });
      setState({ kind: 'idle' });
    } catch (error) {
      if (!controller.signal.aborted) setState({ kind: 'failed', format, reason: sentenceOf(error) });
    }
  };
  const cancel = () => {
    control.current?.abort();
    setState({ kind: 'idle' });
  };
  return { state, start, cancel };
}

type ExportReady = Extract<ExportLine, { kind: 'ready' }>;

async function writeFile(
  input: ApiInput<'POST /exports'>,
  signal: AbortSignal,
  report: (state: ExportState) => void,
): Promise<ExportReady> {
  let ready: ExportReady | undefined;
  const { format } = input;
  await readLines<ExportLine>('POST /exports', input, {
    signal,
    onLine: (line) => {
      if (line.kind === 'ready') ready = line;
      else if (line.kind === 'waiting') report({ kind: 'waiting', format, position: line.position });
      else report({ kind: 'writing', format, rows: line.rows });
    },
  });
  if (!ready) throw new Problem('offline');
  return ready;
}
