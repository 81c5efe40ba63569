import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Memory of a process and its children in MB; shared pages are counted once. */
export async function memoryOf(pid: number): Promise<number> {
  const sizes = await Promise.all(
    processTreeOf(pid).map(async (each) => {
      const text = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** CPU time of a process and its children, also of those that ended, in seconds. */
export function cpuSecondsOf(pid: number): number {
  const ticks = processTreeOf(pid).map((each) => {
    // The name of a program, in parentheses, may have spaces.
    const fields = readProcessFile(each, 'stat')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond;
}

const ticksPerSecond = 100;

function processTreeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const);
  const childrenOf = (parent: number): number[] =>
    parents.filter(([, other]) => other === parent).flatMap(([child]) => [child, ...childrenOf(child)]);
  return [pid, ...childrenOf(pid)];
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(readProcessFile(pid, 'status'))?.[1]);

/** A file of a process; empty if the process has ended. */
function readProcessFile(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
