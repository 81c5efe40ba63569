import { openFileLog } from './file-log.ts';
import type { ApplicationLog, PushLog } from './push-log.ts';
import type { IngestionServices } from './services.ts';
import { openTableLog } from './table-log.ts';

/**
 * Opens the log for new pushes. The log of the other kind is sealed too: it may have pushes from before the
 * installation moved to a warehouse, or from a restored backup of an installation with that log.
 */
export async function openPushLog(
  services: IngestionServices,
  onUnsealed: (log: ApplicationLog) => void,
): Promise<PushLog> {
  const files = await openFileLog(services, onUnsealed);
  const table = await openTableLog(services, onUnsealed);
  const { find } = services.pushLog === 'table' ? table : files;
  const close = async () => {
    await files.close();
    await table.close();
  };
  return { find, close };
}
