import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

import { undefinedIfMissing } from '#server/missing-file.ts';
import { Problem } from '#contract/errors.ts';
import { syncFolder } from '#engine/duckdb/durable-rename.ts';
import type { ProcessPool } from '#engine/duckdb/process-pool.ts';
import type { Config } from '#server/config.ts';
import { newestMigration } from '#server/database/migrate.ts';
import { withClient } from '#server/database/with-client.ts';
import { linkOrCopy, logFolder } from '#server/data-directory.ts';
import type { Servers } from '#server/servers/servers.ts';
import type { CopiedSegment, SegmentStore } from '#server/segments/segment-store.ts';
import { version } from '#server/root.ts';
import { backupFormat, type BackupManifest, backupNameOf, names, tableFile } from './manifest.ts';
import { dumpTable, listColumns, listTables } from './tables.ts';
import { createTar } from './tar.ts';

export type BackupSource = {
  config: Config;
  connection: pg.ClientConfig;
  secrets: { auth: string };
  segments: SegmentStore;
  servers: Servers;
  loads: ProcessPool;
};
type BackupProgress = { done: number; total: number };
type BackupOptions = { signal: AbortSignal; onProgress: (progress: BackupProgress) => void };

/** Segments changed during the snapshot; a retry takes a new one. */
class SnapshotMissed extends Error {}
const maxAttempts = 5;

/**
 * Writes a consistent snapshot of everything into one file while the server keeps running. The database is read in one
 * transaction. Segments never change: their files are hard-linked, and those in the warehouse are copied.
 */
export async function writeBackup(source: BackupSource, target: string, watch: BackupOptions): Promise<void> {
  const work = `${target}.work`;
  const part = `${target}.part`;
  try {
    await snapshotWithRetry(source, work, watch.signal);
    await pack(work, part, watch);
    await rename(part, target);
    await syncFolder(path.dirname(target));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function snapshotWithRetry(source: BackupSource, work: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await takeSnapshot(source, work, signal);
    } catch (error) {
      if (!(error instanceof SnapshotMissed)) throw error;
      if (attempt === maxAttempts) throw new Problem('backup_incomplete', {}, { cause: error });
      await rm(work, { recursive: true, force: true });
    }
  }
}

async function takeSnapshot(source: BackupSource, work: string, signal: AbortSignal): Promise<void> {
  const { config, connection, secrets } = source;
  for (const folder of ['database', 'segments', 'log'])
    await mkdir(path.join(work, folder), { recursive: true, mode: 0o700 });
  // Log files are deleted once sealed: link those from before the transaction and those added meanwhile.
  await linkLogs(config, work);
  await withClient(connection, async (client) => {
    await client.query('begin isolation level repeatable read, read only');
    await copySegments(client, source, work, signal);
    await linkLogs(config, work);
    const tables = await listColumns(client, listTables());
    const manifest: BackupManifest = {
      format: backupFormat,
      version,
      createdAt: new Date().toISOString(),
      migration: await newestMigration(client),
      tables,
      hasOwnSecret: config.secret !== undefined,
    };
    await writeJson(path.join(work, names.manifest), manifest);
    await writeJson(path.join(work, names.secrets), { auth: secrets.auth });
    for (const { name } of tables) await dumpTable(client, name, path.join(work, tableFile(name)), signal);
    await client.query('commit');
  });
}

const writeJson = (file: string, value: object) => writeFile(file, JSON.stringify(value), { mode: 0o600 });

/** Copies every segment, with the columns of its dataset in this snapshot. */
async function copySegments(client: pg.Client, source: BackupSource, work: string, signal: AbortSignal): Promise<void> {
  const { rows: list } = await client.query<CopiedSegment>(`
    select dataset_id as "datasetId", file, max(rows)::float8 as rows, (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.id, 'type', c.type, 'storedTypes', c.stored_types)
        order by c.position), '[]') from columns c where c.dataset_id = s.dataset_id
    ) as columns from segments s group by dataset_id, file`);
  for (const segment of list) {
    signal.throwIfAborted();
    const target = path.join(work, 'segments', `${backupNameOf(segment)}.duckdb`);
    const isCopied = await source.segments.copy(segment, target, { processes: source.loads, signal });
    if (!isCopied) throw new SnapshotMissed(`segment ${segment.file} is gone`);
  }
}

async function linkLogs({ dataDirectory }: Config, work: string): Promise<void> {
  const from = logFolder(dataDirectory);
  for (const application of (await readdir(from).catch(undefinedIfMissing)) ?? []) {
    await mkdir(path.join(work, 'log', application), { recursive: true, mode: 0o700 });
    for (const name of (await readdir(path.join(from, application)).catch(undefinedIfMissing)) ?? [])
      if (/^\d{16}\.log$/.test(name))
        await linkOrCopy(path.join(from, application, name), path.join(work, 'log', application, name));
  }
}

async function pack(work: string, part: string, { signal, onProgress }: BackupOptions): Promise<void> {
  const entries = await listFiles(work);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  const { bavail, bsize } = await statfs(work);
  if (bavail * bsize < total * 1.01) throw new Problem('disk_full');
  let done = 0;
  const onBytes = (bytes: number) => onProgress({ done: (done += bytes), total });
  const tar = createTar(part, { signal, onBytes });
  try {
    const sums: Record<string, string> = {};
    for (const entry of entries) sums[entry.name] = await tar.add(entry, path.join(work, entry.name));
    await tar.addText(names.checksums, JSON.stringify(sums));
    await tar.end();
  } finally {
    await tar.close();
  }
}

/** The manifest comes first. */
async function listFiles(work: string): Promise<{ name: string; size: number }[]> {
  const dirents = await readdir(work, { recursive: true, withFileTypes: true });
  const files = dirents.filter((entry) => entry.isFile());
  const inOrder = files
    .map((entry) => path.relative(work, path.join(entry.parentPath, entry.name)))
    .toSorted((a, b) => Number(b === names.manifest) - Number(a === names.manifest) || (a < b ? -1 : 1));
  return Promise.all(inOrder.map(async (name) => ({ name, size: (await stat(path.join(work, name))).size })));
}
