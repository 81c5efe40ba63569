import { setTimeout as sleep } from 'node:timers/promises';

import type { Measurement } from './measurement.ts';
import { medianOf } from './measurement.ts';
import { memoryOf } from './process-usage.ts';
import { startProduct, withDirectory } from './product.ts';

/** Start-up time on an empty and on an existing directory, and the memory of all idle processes. */
export async function measureStart(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const first = await startProduct(directory);
    await first.stop();
    const restarts: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { milliseconds, stop } = await startProduct(directory);
      restarts.push(milliseconds / 1000);
      await stop();
    }
    const idle = await startProduct(directory);
    await sleep(5000);
    const memory = await memoryOf(idle.pid);
    await idle.stop();
    return [
      { name: 'start on an empty directory', value: first.milliseconds / 1000, unit: 's', atMost: 6 },
      { name: 'start on an existing directory', value: medianOf(restarts), unit: 's', atMost: 1.5 },
      { name: 'memory of all idle processes', value: memory, unit: 'MB', atMost: 200 },
    ];
  });
}
