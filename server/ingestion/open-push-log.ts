import { openFileLog } from './file-log.ts';
import type { ApplicationLog, PushLog } from './push-log.ts';
import type { IngestionServices } from './services.ts';
import { openTableLog } from './table-log.ts';

/**
 * Opens the log that new pushes go to. The other one is sealed too: it has pushes after the installation moved to a
 * warehouse, or after a backup of an installation with the other log was restored.
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
