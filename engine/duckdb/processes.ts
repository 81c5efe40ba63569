import { type ChildProcess, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

import { Problem } from '#contract/errors.ts';
import { type Patience, Refusal } from '#engine/engine.ts';
import { programOf } from '#engine/program.ts';
import { demote, promote } from './priority.ts';
import type { Order, Report, TaskName, Tasks } from './tasks.ts';

const program = programOf(import.meta, 'duckdb-process');
const options = {
  // Files are read in here, too; one that needs more memory than this is not worth the machine.
  execArgv: ['--max-old-space-size=2048', ...program.execArgv],
  serialization: 'advanced' as const,
  // DuckDB's queries fill these threads, and file access would wait behind them.
  env: { ...process.env, UV_THREADPOOL_SIZE: '8' },
};
const grace = 2_000;

type Job = {
  name: TaskName;
  input: unknown;
  patience: Patience;
  key: string | undefined;
  /** How often it went to a process that was dead before it took it. */
  losses: number;
  resolve: (output: never) => void;
  reject: (reason: Refusal | Problem) => void;
  /** Leaves the queue when whoever asked goes away. */
  leave: () => void;
};

export type Processes = {
  /** With a key, goes to a process that did something with the same key before, if that one is idle. */
  run: <N extends TaskName>(
    name: N,
    input: Tasks[N]['input'],
    patience: Patience,
    key?: string,
  ) => Promise<Tasks[N]['output']>;
  close: () => Promise<void>;
};

function failureOf(report: Extract<Report, { problem: unknown } | { error: string }>): Refusal | Problem {
  if ('problem' in report) return new Problem(report.problem.code, report.problem.params);
  return new Refusal('wrong', report.error);
}

/**
 * How many processes there may be, how many stay though nothing is to be done, how much others go first, up to 19, and
 * after how many milliseconds a task is long: from then on others go first.
 */
export type Crew = { max: number; keep: number; yields?: number; longAfter?: number };

const idleTime = 60_000;
/** How many keys of a process count; it keeps about as many instances. */
const remembered = 3;
const warmUp = 1_500;
const spareAfter = 300;
const mostLosses = 5;
/** As long as a timer can wait. */
const forever = 2 ** 31 - 1;

/**
 * A few processes that each do one thing at a time. They start when there is work; one that hangs or dies is
 * replaced, and costs only what it did.
 */
export function openProcesses({ max, keep, yields = 0, longAfter }: Crew): Processes {
  const idle: ChildProcess[] = [];
  const leaving = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();
  const waiting: Job[] = [];
  const recent = new WeakMap<ChildProcess, string[]>();
  let isClosed = false;
  let orders = 0;
  /** How many in a row died before they were up. */
  let stillborn = 0;

  function start(): void {
    const child = fork(program.file, options);
    // Counted from where we stand: only root may go before others.
    if (yields > 0 && child.pid) setPriority(child.pid, Math.min(19, getPriority() + yields));
    // What is sent to one that has just died fails here; its end is told by `exit`.
    child.on('error', () => {});
    all.add(child);
    let isUp = false;
    // Not before it is up: until then another may be done, and what waits is better off there.
    child.once('message', () => {
      isUp = true;
      stillborn = 0;
      rest(child);
      next();
    });
    child.once('exit', () => {
      all.delete(child);
      const place = idle.indexOf(child);
      if (place >= 0) idle.splice(place, 1);
      if (!isUp && ++stillborn > mostLosses) giveUp();
      if (!isClosed && all.size < Math.max(keep, Math.min(max, waiting.length))) start();
    });
  }

  function giveUp(): void {
    stillborn = 0;
    for (const job of waiting.splice(0)) {
      job.patience.signal?.removeEventListener('abort', job.leave);
      job.reject(new Refusal('crashed'));
    }
  }

  function rest(child: ChildProcess): void {
    idle.push(child);
    const leave = () => all.size > keep && idle.includes(child) && child.kill();
    leaving.set(child, setTimeout(leave, idleTime).unref());
  }

  function leaveQueue(job: Job): void {
    const place = waiting.indexOf(job);
    if (place < 0) return;
    waiting.splice(place, 1);
    job.reject(new Refusal('cancelled'));
  }

  function next(): void {
    if (waiting.length === 0) return;
    if (idle.length === 0) return void (all.size < max && start());
    const job = waiting.shift()!;
    job.patience.signal?.removeEventListener('abort', job.leave);
    if (job.patience.signal?.aborted) {
      job.reject(new Refusal('cancelled'));
      return next();
    }
    const child = choose(job.key);
    clearTimeout(leaving.get(child));
    give(child, job);
    if (keep > 0) setTimeout(spare, spareAfter).unref();
  }

  // While one works for long, the next question should not wait until another has started.
  function spare(): void {
    if (!isClosed && idle.length === 0 && all.size < max) start();
  }

  // One that knows the key has what it needs open; else the one that did something last, so that others can leave.
  function choose(key: string | undefined): ChildProcess {
    const knowing = key === undefined ? -1 : idle.findLastIndex((child) => recent.get(child)?.includes(key));
    const [child] = idle.splice(knowing, 1);
    if (key !== undefined)
      recent.set(child!, [key, ...(recent.get(child!) ?? []).filter((each) => each !== key)].slice(0, remembered));
    return child!;
  }

  function wait(job: Job, how: 'push' | 'unshift'): void {
    waiting[how](job);
    job.patience.signal?.addEventListener('abort', job.leave, { once: true });
  }

  function give(child: ChildProcess, job: Job): void {
    const { name, input, patience, resolve, reject } = job;
    const id = ++orders;
    let isTaken = false;
    let refusal: Refusal | undefined;
    let killing: NodeJS.Timeout | undefined;
    const stop = (reason: Refusal['reason']) => {
      refusal ??= new Refusal(reason);
      child.send({ cancel: id } satisfies Order);
      killing ??= setTimeout(() => child.kill('SIGKILL'), grace);
    };
    const cancel = () => stop('cancelled');
    const timer = setTimeout(() => stop('timeout'), patience.seconds * 1000);
    let isDemoted = false;
    const demoting = setTimeout(() => (demote(child), (isDemoted = true)), longAfter ?? forever).unref();
    patience.signal?.addEventListener('abort', cancel, { once: true });

    const end = (settle: () => void) => {
      clearTimeout(timer);
      clearTimeout(demoting);
      clearTimeout(killing);
      patience.signal?.removeEventListener('abort', cancel);
      child.off('message', hear).off('exit', lose);
      settle();
      next();
    };
    const hear = (report: Report) => {
      if ('up' in report || report.id !== id) return;
      if ('taken' in report) return void (isTaken = true);
      if ('progress' in report) return patience.onProgress?.(report.progress);
      if (isDemoted && !promote(child)) child.kill('SIGKILL');
      else if (!('leaves' in report)) rest(child);
      if ('output' in report) end(() => resolve(report.output as never));
      else end(() => reject(refusal ?? failureOf(report)));
    };
    const lose = () =>
      end(() => {
        // Whoever dies before it takes an order does not die of it.
        if (!isTaken && !refusal && !isClosed && ++job.losses <= mostLosses) wait(job, 'unshift');
        else reject(refusal ?? new Refusal('crashed'));
      });
    child.on('message', hear).once('exit', lose);
    child.send({ id, name, input } satisfies Order);
  }

  // Not at once: whoever opens them has enough to do while it starts.
  const warming = setTimeout(() => {
    for (let missing = keep - all.size; missing > 0; missing--) start();
  }, warmUp).unref();

  return {
    run: (name, input, patience, key) =>
      new Promise((resolve, reject) => {
        const job: Job = { name, input, patience, key, losses: 0, resolve, reject, leave: () => leaveQueue(job) };
        wait(job, 'push');
        next();
      }),
    close: async () => {
      isClosed = true;
      clearTimeout(warming);
      giveUp();
      const ends = [...all].map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of all) child.kill('SIGKILL');
      await Promise.all(ends);
    },
  };
}
