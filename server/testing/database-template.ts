import { parseConfig } from '#server/config.ts';
import { openStore } from '#server/database/open.ts';
import { silentLog } from './log.ts';

/** Creates the data directory that `createInstallation` copies: initializing PostgreSQL takes longer than most tests. */
export async function createTemplate(directory: string): Promise<void> {
  const store = await openStore(parseConfig({ SHUJU_DATA: directory }), silentLog);
  await store.close();
  process.env['SHUJU_EMPTY'] = directory;
}
