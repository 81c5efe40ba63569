import { inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import { segments } from '#server/database/schema.ts';
import { bytesIn, linkOrCopy, segmentFile, segmentFolder } from '#server/data-directory.ts';
import { databaseMatchesDirectory } from '#server/installation/settings.ts';
import type { SegmentName, SegmentStore } from './segment-store.ts';

type FileStoreServices = { config: Config; db: Database; log: Logger };

/** Rows in files of this server. */
export function openFileStore({ config, db, log }: FileStoreServices): SegmentStore {
  const folder = segmentFolder(config.dataDirectory);
  const pathOf = (file: string) => segmentFile(config, file);

  async function remove(list: SegmentName[]): Promise<void> {
    const files = [...new Set(list.map(({ file }) => file))];
    if (files.length === 0) return;
    const listed = await db.select({ file: segments.file }).from(segments).where(inArray(segments.file, files));
    const listedFiles = new Set(listed.map(({ file }) => file));
    for (const file of files) if (!listedFiles.has(file)) await rm(pathOf(file), { force: true });
  }

  return {
    place: 'files',
    // The file is in the right folder already.
    store: async (segment) => segment,
    read: ({ name, columns, segments: list }) => ({
      source: {
        at: 'files',
        name,
        columns: columns.map(({ id, name: column, type }) => ({ id, name: column, type })),
        segments: list.map(({ file }) => pathOf(file)),
      },
      partRows: list.map(({ rows }) => rows),
    }),
    copy: ({ file }, target) => linkOrCopy(pathOf(file), target),
    runsOf: (list) => [list],
    merge: async (parts, { columns, processes, signal }) => {
      const files = parts.map(({ file }) => pathOf(file));
      // Another server on the same database may hold the files.
      if (!files.every((file) => existsSync(file))) return undefined;
      const file = randomUUID();
      const input = { file: pathOf(file), columns, segments: files };
      return { file, ...(await processes.run('merge', input, { seconds: 600, ...(signal && { signal }) })) };
    },
    remove,
    removeDatasets: (_, list) => remove(list),
    removeOrphans: async () => {
      await mkdir(folder, { recursive: true });
      const listed = new Set((await db.selectDistinct({ file: segments.file }).from(segments)).map(({ file }) => file));
      const names = await readdir(folder);
      const orphans = names.filter((name) => !listed.has(name.replace(/\.duckdb$/, '')));
      const hasListed = orphans.length < names.length;
      if (!(await databaseMatchesDirectory(db, config.dataDirectory, names.length === 0 || hasListed))) {
        log.warn({ folder }, 'The database lists none of the rows in the data directory. Nothing is cleaned up.');
        return;
      }
      for (const name of orphans) await rm(path.join(folder, name), { force: true });
    },
    // An unlisted file may be one that is still being written.
    removeAbandoned: async () => {},
    countBytes: () => bytesIn(folder),
    close: async () => {},
  };
}
