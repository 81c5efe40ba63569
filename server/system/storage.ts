import { sql } from 'drizzle-orm';
import { readdir, statfs } from 'node:fs/promises';
import path from 'node:path';

import { maxAnswerRows, maxTableRows } from '#contract/queries/routes.ts';
import type { Storage, StoredDataset } from '#contract/system/storage.ts';
import { maxPersonalKeys } from '#server/accounts/keys.ts';
import { backupFolder } from '#server/backups/backups.ts';
import type { Database } from '#server/database/open.ts';
import { trashRetentionMs } from '#server/datasets/cleanup.ts';
import { bytesIn, logFolder, stagingFolder } from '#server/data-directory.ts';
import { maxUploadBytes } from '#server/imports/uploads.ts';
import { maxPushedRows } from '#server/ingestion/check-rows.ts';
import type { SystemServices } from './status.ts';

const day = 24 * 60 * 60_000;

/** Disk usage by kind of data, and fixed limits. */
export async function loadStorage({
  db,
  config,
  segments: rows,
}: Pick<SystemServices, 'db' | 'config' | 'segments'>): Promise<Storage> {
  const { dataDirectory } = config;
  const { bavail, blocks, bsize } = await statfs(dataDirectory);
  const [segments, log, staging, exports, backups, aside] = await Promise.all([
    rows.countBytes(),
    bytesIn(logFolder(dataDirectory)),
    bytesIn(stagingFolder(dataDirectory)),
    bytesIn(path.join(dataDirectory, 'exports')),
    bytesIn(backupFolder(dataDirectory)),
    bytesAside(dataDirectory),
  ]);
  return {
    disk: { free: bavail * bsize, total: blocks * bsize },
    parts: {
      segments,
      log,
      staging,
      exports,
      backups,
      aside,
      database: await databaseBytes(db),
    },
    datasets: await listStored(db),
    limits: {
      uploadBytes: maxUploadBytes,
      answerRows: maxAnswerRows,
      tableRows: maxTableRows,
      pushRows: maxPushedRows,
      personalKeys: maxPersonalKeys,
      trashDays: trashRetentionMs / day,
    },
  };
}

/** Size of data that restores moved aside. */
async function bytesAside(dataDirectory: string): Promise<number> {
  const names = (await readdir(dataDirectory)).filter((name) => name.startsWith('before-restore-'));
  const sizes = await Promise.all(names.map((name) => bytesIn(path.join(dataDirectory, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function databaseBytes(db: Database): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`);
  return Number(rows[0]!.bytes);
}

type StoredDatasetRow = {
  id: string;
  name: string;
  application_id: string;
  application: string;
  trashed: boolean;
  rows: string;
  bytes: string;
  older: string;
  versions: string;
};

/** Counts each file once, even if several versions list it. */
async function listStored(db: Database): Promise<StoredDataset[]> {
  const { rows } = await db.execute<StoredDatasetRow>(sql`
    with files as (
      select dataset_id, file, max(bytes) as bytes, bool_or(last is null) as is_shown from segments group by 1, 2
    ), sizes as (
      select dataset_id, coalesce(sum(bytes) filter (where is_shown), 0) as bytes,
        coalesce(sum(bytes) filter (where not is_shown), 0) as older
      from files group by 1
    )
    select d.id, d.name, a.id as application_id, a.name as application, d.rows, coalesce(s.bytes, 0) as bytes,
      coalesce(d.trashed_at, a.trashed_at) is not null as trashed, coalesce(s.older, 0) as older,
      (select count(*) from versions v where v.dataset_id = d.id) as versions
    from datasets d join applications a on a.id = d.application_id left join sizes s on s.dataset_id = d.id
    order by coalesce(s.bytes, 0) + coalesce(s.older, 0) desc, d.name`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    application: { id: row.application_id, name: row.application },
    isTrashed: row.trashed,
    rows: Number(row.rows),
    bytes: Number(row.bytes),
    olderBytes: Number(row.older),
    versions: Number(row.versions),
  }));
}
