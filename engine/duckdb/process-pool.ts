import { type ChildProcess, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

import { Problem } from '#contract/errors.ts';
import { type EngineRunOptions, Refusal } from '#engine/engine.ts';
import { programOf } from '#engine/program.ts';
import { defaultMemoryMegabytes } from './memory.ts';
import { demote, promote } from './priority.ts';
import type { TaskMessage, TaskReport, TaskName, Tasks } from './tasks.ts';

const program = programOf(import.meta, 'duckdb-process');
const forkOptionsFor = (megabytes: number) => ({
  // Files are also parsed in these processes; one that needs more memory than this is rejected.
  execArgv: [`--max-old-space-size=${Math.max(megabytes, minHeapMegabytes)}`, ...program.execArgv],
  serialization: 'advanced' as const,
  // DuckDB's queries occupy these threads, and file access would wait behind them.
  env: { ...process.env, UV_THREADPOOL_SIZE: '8', DUCKDB_MEGABYTES: String(megabytes) },
});
/** Enough for a workbook of ordinary size, whatever the limit. */
const minHeapMegabytes = 512;
const killGraceMs = 2_000;

type PoolJob = {
  name: TaskName;
  input: unknown;
  options: EngineRunOptions;
  key: string | undefined;
  /** How often it was sent to a process that died before it took the job. */
  lostAttempts: number;
  resolve: (output: never) => void;
  reject: (reason: Refusal | Problem) => void;
  /** Removes the job from the queue when its caller aborts. */
  abandon: () => void;
};

export type ProcessPool = {
  /** With a key, prefers an idle process that ran a task with the same key before. */
  run: <N extends TaskName>(
    name: N,
    input: Tasks[N]['input'],
    options: EngineRunOptions,
    key?: string,
  ) => Promise<Tasks[N]['output']>;
  close: () => Promise<void>;
};

function failureOf(report: Extract<TaskReport, { problem: unknown } | { error: string }>): Refusal | Problem {
  if ('problem' in report) return new Problem(report.problem.code, report.problem.params);
  return new Refusal('wrong', report.error);
}

export type ProcessPoolOptions = {
  /** Maximum and minimum number of processes. */
  max: number;
  min: number;
  /** Memory that the task of one process may use, in megabytes. */
  megabytes?: number;
  /** Added to the niceness of this process, up to 19 in total. */
  niceness?: number;
  /** After how many milliseconds a task counts as long: from then on its process has a lower priority. */
  demoteAfterMs?: number;
};

const idleTimeoutMs = 60_000;
/** Recent keys remembered per process; it caches about as many instances. */
const maxRecentKeys = 3;
const warmUpDelayMs = 1_500;
const spareDelayMs = 300;
/** How long tasks wait for a busy process before another one starts. */
const growDelayMs = 200;
const maxLostAttempts = 5;
/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * A pool of processes that each run one task at a time. They start on demand; one that hangs or dies is replaced, and
 * only its own task fails.
 */
export function openProcessPool({
  max,
  min,
  megabytes = defaultMemoryMegabytes(),
  niceness = 0,
  demoteAfterMs,
}: ProcessPoolOptions): ProcessPool {
  const forkOptions = forkOptionsFor(megabytes);
  const idle: ChildProcess[] = [];
  const idleTimers = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();
  const queue: PoolJob[] = [];
  const recentKeys = new WeakMap<ChildProcess, string[]>();
  let isClosed = false;
  let lastTaskId = 0;
  let growTimer: NodeJS.Timeout | undefined;
  /** Consecutive processes that died during start. */
  let failedStarts = 0;

  function start(): void {
    const child = fork(program.file, forkOptions);
    // Relative to our own priority: only root may raise it.
    if (niceness > 0 && child.pid) setPriority(child.pid, Math.min(19, getPriority() + niceness));
    // Sending to a process that just died emits an error; `exit` handles its end.
    child.on('error', () => {});
    all.add(child);
    let isUp = false;
    // Jobs are dispatched only once it is up: until then another process may become idle first.
    child.once('message', () => {
      isUp = true;
      failedStarts = 0;
      markIdle(child);
      dispatchNext();
    });
    child.once('exit', () => {
      all.delete(child);
      const index = idle.indexOf(child);
      if (index >= 0) idle.splice(index, 1);
      if (!isUp && ++failedStarts > maxLostAttempts) rejectQueued();
      if (!isClosed && all.size < Math.max(min, Math.min(max, queue.length))) start();
    });
  }

  function rejectQueued(): void {
    failedStarts = 0;
    for (const job of queue.splice(0)) {
      job.options.signal?.removeEventListener('abort', job.abandon);
      job.reject(new Refusal('crashed'));
    }
  }

  function markIdle(child: ChildProcess): void {
    idle.push(child);
    const killIfIdle = () => all.size > min && idle.includes(child) && child.kill();
    idleTimers.set(child, setTimeout(killIfIdle, idleTimeoutMs).unref());
  }

  function leaveQueue(job: PoolJob): void {
    const index = queue.indexOf(job);
    if (index < 0) return;
    queue.splice(index, 1);
    job.reject(new Refusal('cancelled'));
  }

  function dispatchNext(): void {
    if (queue.length === 0) return;
    if (idle.length === 0) return startForQueue();
    const job = queue.shift()!;
    job.options.signal?.removeEventListener('abort', job.abandon);
    if (job.options.signal?.aborted) {
      job.reject(new Refusal('cancelled'));
      return dispatchNext();
    }
    const child = takeIdle(job.key);
    clearTimeout(idleTimers.get(child));
    dispatch(child, job);
  }

  // While the others are busy with short tasks, waiting for one of them is faster than starting another.
  function startForQueue(): void {
    if (all.size === 0) return start();
    growTimer ??= setTimeout(() => {
      growTimer = undefined;
      if (isClosed || queue.length === 0 || idle.length > 0 || all.size >= max) return;
      start();
      startForQueue();
    }, growDelayMs).unref();
  }

  // Starts a spare process during a long task, so that the next query need not wait for one to start. Starting one costs
  // as much as a few short queries, which therefore do not start any.
  function startSpare(): void {
    if (!isClosed && idle.length === 0 && all.size < max) start();
  }

  // A process with the key has the data open; otherwise the most recently used one, so that the others time out.
  function takeIdle(key: string | undefined): ChildProcess {
    const match = key === undefined ? -1 : idle.findLastIndex((child) => recentKeys.get(child)?.includes(key));
    const [child] = idle.splice(match, 1);
    if (key !== undefined)
      recentKeys.set(
        child!,
        [key, ...(recentKeys.get(child!) ?? []).filter((each) => each !== key)].slice(0, maxRecentKeys),
      );
    return child!;
  }

  function enqueue(job: PoolJob, method: 'push' | 'unshift'): void {
    queue[method](job);
    job.options.signal?.addEventListener('abort', job.abandon, { once: true });
  }

  function dispatch(child: ChildProcess, job: PoolJob): void {
    const { name, input, options, resolve, reject } = job;
    const id = ++lastTaskId;
    let isTaken = false;
    let refusal: Refusal | undefined;
    let killTimer: NodeJS.Timeout | undefined;
    const stop = (reason: Refusal['reason']) => {
      refusal ??= new Refusal(reason);
      child.send({ cancel: id } satisfies TaskMessage);
      killTimer ??= setTimeout(() => child.kill('SIGKILL'), killGraceMs);
    };
    const cancel = () => stop('cancelled');
    const timer = setTimeout(() => stop('timeout'), options.seconds * 1000);
    const spareTimer = min > 0 ? setTimeout(startSpare, spareDelayMs).unref() : undefined;
    let isDemoted = false;
    const demoteTimer = setTimeout(() => (demote(child), (isDemoted = true)), demoteAfterMs ?? maxTimerMs).unref();
    options.signal?.addEventListener('abort', cancel, { once: true });

    const end = (settle: () => void) => {
      clearTimeout(timer);
      clearTimeout(spareTimer);
      clearTimeout(demoteTimer);
      clearTimeout(killTimer);
      options.signal?.removeEventListener('abort', cancel);
      child.off('message', handleReport).off('exit', handleExit);
      settle();
      dispatchNext();
    };
    const handleReport = (report: TaskReport) => {
      if ('up' in report || report.id !== id) return;
      if ('taken' in report) return void (isTaken = true);
      if ('progress' in report) return options.onProgress?.(report.progress);
      if (isDemoted && !promote(child)) child.kill('SIGKILL');
      else if (!('exits' in report)) markIdle(child);
      if ('output' in report) end(() => resolve(report.output as never));
      else end(() => reject(refusal ?? failureOf(report)));
    };
    const handleExit = () =>
      end(() => {
        // If a process dies before it takes a job, the job is not the cause.
        if (!isTaken && !refusal && !isClosed && ++job.lostAttempts <= maxLostAttempts) enqueue(job, 'unshift');
        else reject(refusal ?? new Refusal('crashed'));
      });
    child.on('message', handleReport).once('exit', handleExit);
    child.send({ id, name, input } satisfies TaskMessage);
  }

  // Delayed: the server is busy enough while it starts.
  const warmUpTimer = setTimeout(() => {
    for (let missing = min - all.size; missing > 0; missing--) start();
  }, warmUpDelayMs).unref();

  return {
    run: (name, input, options, key) =>
      new Promise((resolve, reject) => {
        const job: PoolJob = {
          name,
          input,
          options,
          key,
          lostAttempts: 0,
          resolve,
          reject,
          abandon: () => leaveQueue(job),
        };
        enqueue(job, 'push');
        dispatchNext();
      }),
    close: async () => {
      isClosed = true;
      clearTimeout(warmUpTimer);
      rejectQueued();
      const ends = [...all].map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of all) child.kill('SIGKILL');
      await Promise.all(ends);
    },
  };
}
