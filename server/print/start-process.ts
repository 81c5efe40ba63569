import { fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

import { Problem } from '#contract/errors.ts';
import { programOf } from '#engine/program.ts';
import type { PrintMessage, PrintPaths, PrintProgress } from './job.ts';

const program = programOf(import.meta, 'print-process');

/** Megabytes; a larger job fails instead of exhausting the memory of the machine. */
const maxMemory = 1024;
/** Seconds per file. */
const timeoutSeconds = 300;
const niceIncrement = 5;

type PrintProcessOptions = PrintProgress & { signal: AbortSignal };

/** Writes the file in a child process, which is killed on abort. */
export function writeInProcess(
  { folder, file }: PrintPaths,
  { signal, onCard, onFailedCard }: PrintProcessOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(program.file, [folder, file], {
      execArgv: [`--max-old-space-size=${maxMemory}`, ...program.execArgv],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    if (child.pid) setPriority(child.pid, Math.min(19, getPriority() + niceIncrement));
    let stderrText = '';
    let problem: Problem | undefined;
    let isDone = false;
    const stop = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      problem = new Problem('export_too_large');
      stop();
    }, timeoutSeconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    child.stderr!.on('data', (chunk: Buffer) => (stderrText = (stderrText + chunk.toString()).slice(-4000)));
    child.on('message', (report: PrintMessage) => {
      if (report.kind === 'drawn') onCard(report.cards);
      else if (report.kind === 'failed')
        onFailedCard(report.card, Object.assign(new Error(report.message), { stack: report.stack }));
      else if (report.kind === 'problem') problem = new Problem(report.code);
      else isDone = true;
    });
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('exit', (code) => {
      end();
      if (isDone) resolve();
      else if (problem) reject(problem);
      else if (signal.aborted) reject(signal.reason as Error);
      else if (/heap out of memory|allocation failed/i.test(stderrText)) reject(new Problem('export_too_large'));
      else reject(new Error(`A file could not be written (${code}): ${stderrText}`));
    });
  });
}
