import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How much a process yields whose task takes long: others get three quarters of a core that both want. */
const yieldsBy = 5;

/** Lets everything else go before a running process. */
export const demote = (child: ChildProcess): void => void setAll(child, Math.min(19, getPriority() + yieldsBy));

/** Undoes it; false where only root may. */
export const promote = (child: ChildProcess): boolean => setAll(child, getPriority());

// On Linux the priority belongs to each thread, and new ones inherit it.
function setAll({ pid }: ChildProcess, priority: number): boolean {
  if (pid === undefined) return false;
  try {
    for (const thread of threadsOf(pid)) setPriority(thread, priority);
    return true;
  } catch {
    // A thread may have ended meanwhile, or it is not allowed.
    return false;
  }
}

function threadsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  return readdirSync(`/proc/${pid}/task`).map(Number);
}
