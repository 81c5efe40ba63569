import { readFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Figure } from './figure.ts';
import { medianOf } from './figure.ts';
import { startProduct, withDirectory } from './product.ts';

/** From start to ready on an empty and on an existing directory, and the memory of all processes at rest. */
export async function measureStart(): Promise<Figure[]> {
  return withDirectory(async (directory) => {
    const first = await startProduct(directory);
    await first.stop();
    const again: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { milliseconds, stop } = await startProduct(directory);
      again.push(milliseconds / 1000);
      await stop();
    }
    const idle = await startProduct(directory);
    await sleep(5000);
    const memory = await memoryOf(idle.pid);
    await idle.stop();
    return [
      { name: 'start on an empty directory', value: first.milliseconds / 1000, unit: 's', atMost: 6 },
      { name: 'start on an existing directory', value: medianOf(again), unit: 's', atMost: 3 },
      { name: 'memory of all processes at rest', value: memory, unit: 'MB', atMost: 300 },
    ];
  });
}

// Proportional set size: memory that processes share is counted once.
async function memoryOf(pid: number): Promise<number> {
  const sizes = await Promise.all(
    familyOf(pid).map(async (each) => {
      const text = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const childrenOf = (parent: number): number[] =>
    parents.filter(([, other]) => other === parent).flatMap(([child]) => [child, ...childrenOf(child)]);
  return [pid, ...childrenOf(pid)];
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
