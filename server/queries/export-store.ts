import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

import type { DashboardFormat } from '#contract/dashboards/exports.ts';
import type { ExportFormat } from '#contract/queries/routes.ts';
import { openQueue, type Queue } from '#server/queue/queue.ts';
import type { Servers } from '#server/servers/servers.ts';
import { removeExport } from './exported-file.ts';

type ExportedFile = {
  member: string;
  file: string;
  name: string;
  format: ExportFormat | DashboardFormat;
  bytes: number;
};

/** Exported files on this server. */
export type ExportStore = {
  folder: string;
  /** Limits how many dashboards are printed at once. */
  queue: Queue;
  keep: (exported: ExportedFile) => Promise<string>;
  find: (id: string) => ExportedFile | undefined;
  close: () => void;
};

const hour = 60 * 60_000;

/** The list of files is in memory only, so files of an earlier server process are deleted. */
export async function openExportStore(
  dataDirectory: string,
  { slots, servers, log }: { slots: number; servers: Servers; log: Logger },
): Promise<ExportStore> {
  const folder = path.join(dataDirectory, 'exports');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const list = new Map<string, ExportedFile>();
  return {
    folder,
    queue: openQueue(slots),
    keep: async (exported) => {
      const id = randomUUID();
      await servers.hold(id);
      list.set(id, exported);
      setTimeout(() => list.delete(id) && removeExport(exported.file, log), hour).unref();
      return id;
    },
    find: (id) => list.get(id),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
