import { spawnSync } from 'node:child_process';

import type { Measurement } from './measurement.ts';

// `KILL_ROUNDS=10 npm run bench -- crashes` is faster.
const rounds = process.env['KILL_ROUNDS'] ?? '100';

/** Repeats the test that kills the server during uploads. */
export async function measureCrashes(): Promise<Measurement[]> {
  const args = ['vitest', 'run', '--project', 'layers', 'server/imports/durability'];
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, KILL_ROUNDS: rounds } });
  const name = `failures of the durability test with ${rounds} times kill -9 during uploads`;
  return [{ name, value: status === 0 ? 0 : 1, unit: '', atMost: 0 }];
}
