import { useEffect, useRef, useState } from 'react';

import { Problem } from '#contract/errors.ts';
import type { Input } from '#contract/api.ts';
import type { ExportFormat, ExportLine } from '#contract/asks.ts';
import { download } from '#web/http/download.ts';
import { readLines } from '#web/http/lines.ts';
import { sentenceOf } from '#web/ui/problem.ts';

/** How an export is getting on, as people are told. */
export type Exporting =
  | { kind: 'idle' }
  | { kind: 'waiting'; format: ExportFormat; position: number }
  | { kind: 'writing'; format: ExportFormat; rows: number }
  | { kind: 'fetching'; format: ExportFormat; rows: number }
  | { kind: 'failed'; format: ExportFormat; reason: string };

type Order = Omit<Input<'POST /exports'>, 'format'>;

/** Writes a file on the server and takes it home when it is ready. */
export function useExport(order: Order) {
  const [state, setState] = useState<Exporting>({ kind: 'idle' });
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const start = async (format: ExportFormat) => {
    const own = new AbortController();
    control.current = own;
    setState({ kind: 'writing', format, rows: 0 });
    try {
      const { id, rows } = await writeFile({ ...order, format }, own.signal, setState);
      setState({ kind: 'fetching', format, rows });
      await download('GET /exports/:id', { id });
      setState({ kind: 'idle' });
    } catch (error) {
      if (!own.signal.aborted) setState({ kind: 'failed', format, reason: sentenceOf(error) });
    }
  };
  const cancel = () => {
    control.current?.abort();
    setState({ kind: 'idle' });
  };
  return { state, start, cancel };
}

type Ready = Extract<ExportLine, { kind: 'ready' }>;

async function writeFile(
  input: Input<'POST /exports'>,
  signal: AbortSignal,
  tell: (state: Exporting) => void,
): Promise<Ready> {
  let ready: Ready | undefined;
  const { format } = input;
  await readLines<ExportLine>('POST /exports', input, {
    signal,
    onLine: (line) => {
      if (line.kind === 'ready') ready = line;
      else if (line.kind === 'waiting') tell({ kind: 'waiting', format, position: line.position });
      else tell({ kind: 'writing', format, rows: line.rows });
    },
  });
  if (!ready) throw new Problem('offline');
  return ready;
}
