import { fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

import { Problem } from '#contract/errors.ts';
import { programOf } from '#engine/program.ts';
import type { Place, Report } from './job.ts';

const program = programOf(import.meta, 'print-process');

/** Megabytes; what needs more is refused instead of taking the machine down. */
const memory = 1024;
/** So many seconds a file may take. */
const patience = 300;
const yields = 5;

type Watching = { signal: AbortSignal; onCard: (cards: number) => void };

/** Has a process of its own write the file; whoever leaves ends it. */
export function writeInProcess({ folder, file }: Place, { signal, onCard }: Watching): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(program.file, [folder, file], {
      execArgv: [`--max-old-space-size=${memory}`, ...program.execArgv],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    if (child.pid) setPriority(child.pid, Math.min(19, getPriority() + yields));
    let said = '';
    let problem: Problem | undefined;
    let isDone = false;
    const stop = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      problem = new Problem('export_too_large');
      stop();
    }, patience * 1000);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    child.stderr!.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-4000)));
    child.on('message', (report: Report) => {
      if (report.kind === 'drawn') onCard(report.cards);
      else if (report.kind === 'problem') problem = new Problem(report.code);
      else isDone = true;
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (isDone) resolve();
      else if (problem) reject(problem);
      else if (signal.aborted) reject(signal.reason as Error);
      else if (/heap out of memory|allocation failed/i.test(said)) reject(new Problem('export_too_large'));
      else reject(new Error(`A file could not be written (${code}): ${said}`));
    });
  });
}
