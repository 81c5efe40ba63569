import { rm } from 'node:fs/promises';
import path from 'node:path';

import { startEmbedded } from '#server/database/embedded.ts';
import { createDirectory } from './product.ts';

/** A separate PostgreSQL, for DATABASE_URL. */
export type TestDatabase = {
  url: string;
  stop: () => Promise<void>;
  startAgain: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openTestDatabase(): Promise<TestDatabase> {
  const directory = await createDirectory();
  const start = () => startEmbedded(path.join(directory, 'postgres'), 'password');
  let postgres = await start();
  // A folder that this process holds open; other processes reach it through /proc.
  const host = postgres.connection.host!.replace('/proc/self/', `/proc/${process.pid}/`);
  const stop = () => postgres.close();
  return {
    url: `postgresql://shuju:password@/postgres?host=${encodeURIComponent(host)}`,
    stop,
    startAgain: async () => {
      postgres = await start();
    },
    close: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
