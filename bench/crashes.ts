import { spawnSync } from 'node:child_process';

import type { Figure } from './figure.ts';

// `KILL_ROUNDS=10 npm run bench -- crashes` is quicker.
const rounds = process.env['KILL_ROUNDS'] ?? '100';

/** The test that kills the server in the middle of uploads, many times over. */
export async function measureCrashes(): Promise<Figure[]> {
  const args = ['vitest', 'run', '--project', 'rooms', 'server/imports/durability'];
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, KILL_ROUNDS: rounds } });
  const name = `broken promises through ${rounds} times kill -9 during uploads`;
  return [{ name, value: status === 0 ? 0 : 1, unit: '', atMost: 0 }];
}
