import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Niceness of a process with a long task: others get three quarters of a contended core. */
const niceness = 5;

/** Lowers the priority of a running process. */
export const demote = (child: ChildProcess): void => void setAll(child, Math.min(19, getPriority() + niceness));

/** Restores the priority of a process; false where only root may raise it. */
export const promote = (child: ChildProcess): boolean => setAll(child, getPriority());

// On Linux each thread has its own priority, which new threads inherit.
function setAll({ pid }: ChildProcess, priority: number): boolean {
  if (pid === undefined) return false;
  try {
    for (const thread of threadsOf(pid)) setPriority(thread, priority);
    return true;
  } catch {
    // A thread has ended, or the change is not permitted.
    return false;
  }
}

function threadsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  return readdirSync(`/proc/${pid}/task`).map(Number);
}
