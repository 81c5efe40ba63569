import { type ChildProcess, fork } from 'node:child_process';

import { Problem } from '#contract/errors.ts';
import { type EngineRunOptions, Refusal } from '#engine/engine.ts';
import { programOf } from '#engine/program.ts';
import { DatabaseFailure } from './failure.ts';
import type { RemoteMessage, RemoteReport, RemoteTaskName, RemoteTasks } from './tasks.ts';

const program = programOf(import.meta, 'remote-process');
/** How long the process may take to report that a task is cancelled. */
const cancelGraceMs = 5_000;
/** The server ends a query at its time limit; if it does not, the task fails this much later. */
const timeoutGraceMs = 5_000;

type RemoteCall = { settle: (report: Exclude<RemoteReport, { up: true }>) => void; lose: () => void };

/** Runs tasks on connected databases. The drivers run in a child process, so that they cannot block the web server. */
export type DriverProcess = {
  run: <N extends RemoteTaskName>(
    name: N,
    input: RemoteTasks[N]['input'],
    options: Pick<EngineRunOptions, 'seconds' | 'signal'>,
  ) => Promise<RemoteTasks[N]['output']>;
  close: () => Promise<void>;
};

export function openRemote({ maxMegabytes = 1024 } = {}): DriverProcess {
  const calls = new Map<number, RemoteCall>();
  let child: ChildProcess | undefined;
  let lastId = 0;
  let isClosed = false;

  /** The process, started when first needed. If it dies, its tasks fail and the next task starts another. */
  function processOf(): ChildProcess {
    if (child) return child;
    const started = fork(program.file, {
      execArgv: [`--max-old-space-size=${maxMegabytes}`, ...program.execArgv],
      serialization: 'advanced',
    });
    // Sending to a process that just died emits an error; `exit` handles its end.
    started.on('error', () => {});
    started.on('message', (report: RemoteReport) => {
      if ('id' in report) calls.get(report.id)?.settle(report);
    });
    started.once('exit', () => {
      if (child === started) child = undefined;
      for (const call of calls.values()) call.lose();
    });
    child = started;
    return started;
  }

  function run<N extends RemoteTaskName>(
    name: N,
    input: RemoteTasks[N]['input'],
    { seconds, signal }: Pick<EngineRunOptions, 'seconds' | 'signal'>,
  ): Promise<RemoteTasks[N]['output']> {
    if (isClosed || signal?.aborted) return Promise.reject(new Refusal('cancelled'));
    const id = ++lastId;
    const process = processOf();
    return new Promise((resolve, reject) => {
      let refusal: Refusal | undefined;
      let graceTimer: NodeJS.Timeout | undefined;
      const stop = (reason: Refusal['reason']) => {
        refusal ??= new Refusal(reason);
        process.send({ cancel: id } satisfies RemoteMessage);
        // The caller does not wait for an unresponsive server.
        graceTimer ??= setTimeout(() => end(() => reject(refusal!)), cancelGraceMs);
      };
      const cancel = () => stop('cancelled');
      const timer = setTimeout(() => stop('timeout'), seconds * 1000 + timeoutGraceMs);
      const end = (finish: () => void) => {
        clearTimeout(timer);
        clearTimeout(graceTimer);
        signal?.removeEventListener('abort', cancel);
        calls.delete(id);
        finish();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      calls.set(id, {
        settle: (report) => {
          if ('output' in report) end(() => resolve(report.output as RemoteTasks[N]['output']));
          else end(() => reject(refusal ?? failureIn(report)));
        },
        lose: () => end(() => reject(refusal ?? new Refusal('crashed'))),
      });
      process.send({ id, name, input } satisfies RemoteMessage);
    });
  }

  return {
    run,
    close: async () => {
      isClosed = true;
      if (!child) return;
      const ended = new Promise((resolve) => child!.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function failureIn(report: Exclude<RemoteReport, { up: true } | { output: unknown }>): Error {
  if ('problem' in report) return new Problem(report.problem.code, report.problem.params);
  if ('cancelled' in report) return new Refusal('cancelled');
  const { reason, message } = report.failure;
  return reason === 'time_limit' ? new Refusal('timeout') : new DatabaseFailure(reason, message);
}
