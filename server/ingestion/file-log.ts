import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { logFolder } from '#server/data-directory.ts';
import { findLogPosition, openApplicationFiles, type ApplicationFiles } from './application-files.ts';
import type { ApplicationLog, PushLog } from './push-log.ts';
import type { IngestionServices } from './services.ts';

/** Opens the existing log files of this server; logs of other applications are opened by their first push. */
export async function openFileLog(
  services: IngestionServices,
  onUnsealed: (log: ApplicationLog) => void,
): Promise<PushLog> {
  const folder = logFolder(services.config.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const open = new Map<string, ApplicationFiles>();
  const opening = new Map<string, Promise<ApplicationFiles | undefined>>();

  async function openById(id: string): Promise<ApplicationFiles | undefined> {
    const sealed = await findLogPosition(services.db, id);
    if (sealed === undefined) return undefined;
    const files = await openApplicationFiles(services, {
      applicationId: id,
      folder: path.join(folder, id),
      sealed,
      onUnsealed,
      onRemove: () => open.delete(id),
    });
    open.set(id, files);
    return files;
  }

  function openOnce(id: string): Promise<ApplicationFiles | undefined> {
    const pending = opening.get(id) ?? openById(id).finally(() => opening.delete(id));
    opening.set(id, pending);
    return pending;
  }

  for (const id of await readdir(folder)) {
    const files = await openById(id);
    if (!files) await rm(path.join(folder, id), { recursive: true, force: true });
    else if (files.hasUnsealed()) onUnsealed(files);
  }
  return {
    find: (id) => open.get(id) ?? openOnce(id),
    close: async () => {
      for (const files of open.values()) await files.close();
    },
  };
}
