import { useEffect, useRef, useState } from 'react';

import type { ApiInput } from '#contract/api.ts';
import { Problem } from '#contract/errors.ts';
import { download } from '#web/http/download.ts';
import { type LinesKey, readLines } from '#web/http/json-lines.ts';
import { sentenceOf } from './problem.ts';

/** State of an export: progress reported by the server, or the failure. */
export type FileExportState<Format, Progress> =
  | { kind: 'idle' }
  | (Progress & { format: Format })
  | { kind: 'failed'; format: Format; reason: string };

/** Writes a file on the server, reports the progress and returns the id of the file. */
type WriteFile<Format, Progress> = (
  format: Format,
  options: { signal: AbortSignal; report: (progress: Progress) => void },
) => Promise<string>;

/** Writes a file on the server and downloads it. */
export function useFileExport<Format, Progress extends { kind: string }>(write: WriteFile<Format, Progress>) {
  const [state, setState] = useState<FileExportState<Format, Progress>>({ kind: 'idle' });
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const start = async (format: Format) => {
    control.current?.abort();
    const { signal } = (control.current = new AbortController());
    const update = (next: FileExportState<Format, Progress>) => !signal.aborted && setState(next);
    try {
      const id = await write(format, { signal, report: (progress) => update({ ...progress, format }) });
      await download('GET /exports/:id', { id });
      update({ kind: 'idle' });
    } catch (error) {
      update({ kind: 'failed', format, reason: sentenceOf(error) });
    }
  };
  const cancel = () => {
    control.current?.abort();
    setState({ kind: 'idle' });
  };
  return { state, start, cancel };
}

type ReadyLine<Line> = Extract<Line, { kind: 'ready' }>;
type ProgressLine<Line> = Exclude<Line, { kind: 'ready' | 'error' }>;

/** Calls a route that writes a file and streams its progress; returns its last line. */
export async function readUntilReady<Line extends { kind: string }>(
  key: LinesKey,
  input: ApiInput<LinesKey>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (line: ProgressLine<Line>) => void },
): Promise<ReadyLine<Line>> {
  let ready: ReadyLine<Line> | undefined;
  const isReady = (line: { kind: string }): line is ReadyLine<Line> => line.kind === 'ready';
  await readLines<ProgressLine<Line> | ReadyLine<Line>>(key, input, {
    signal,
    onLine: (line) => {
      if (isReady(line)) ready = line;
      else onProgress(line);
    },
  });
  if (!ready) throw new Problem('offline');
  return ready;
}
