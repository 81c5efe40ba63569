import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { Logger } from 'pino';

import { undefinedIfMissing } from '#server/missing-file.ts';
import { readJsonLines } from '#engine/files/json-lines.ts';
import type { Config } from '#server/config.ts';
import { installationFile, renewInstallation } from '#server/database/directory-owner.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { restoringFolder } from '#server/database/open.ts';
import { lockDirectory } from '#server/database/directory-lock.ts';
import { listMigrations, migrate } from '#server/database/migrate.ts';
import { writeSecrets } from '#server/database/secrets.ts';
import { isBackupFile, type BackupManifest, manifestSchema, names, secretsSchema, tableFile } from './manifest.ts';
import { advanceSequences, listColumns, loadRows } from './tables.ts';
import { DamagedBackup, readTar } from './tar.ts';
import { withClient } from '#server/database/with-client.ts';

/** Entries of the data directory that a restore replaces. */
const replaced = ['secrets.json', installationFile, 'postgres', 'segments', 'log', 'staging', 'exports'];
const batchRows = 500;
const batchLength = 8 * 1024 * 1024;

type Restorer = { config: Config; log: Logger };

/** Replaces the data directory with a backup. Existing data is moved aside; returns where. */
export async function restoreBackup(
  ctx: Restorer,
  file: string,
): Promise<{ manifest: BackupManifest; aside: string | undefined }> {
  const manifest = await checkBackup(file);
  const { config } = ctx;
  const { dataDirectory } = config;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(dataDirectory);
  const work = path.join(dataDirectory, 'restoring.new');
  try {
    await rm(work, { recursive: true, force: true });
    await unpack(file, work);
    await (config.databaseUrl ? loadIntoExternal(ctx, work, manifest) : loadDatabase(ctx, work, manifest));
    return { manifest, aside: await swap(dataDirectory, work) };
  } finally {
    await rm(work, { recursive: true, force: true });
    await unlock();
  }
}

/** Reads a whole backup and verifies its checksums. */
async function checkBackup(file: string): Promise<BackupManifest> {
  const sums: Record<string, string> = {};
  const texts: Record<string, string> = {};
  if (!(await stat(file).catch(undefinedIfMissing))?.isFile()) throw new Error(`The file ${file} doesn't exist.`);
  for await (const { name, content } of readTar(file)) {
    const hash = createHash('sha256');
    const isShort = Object.values(names).includes(name);
    const parts: Buffer[] = [];
    for await (const part of content()) {
      hash.update(part);
      if (isShort) parts.push(part);
    }
    if (isShort) texts[name] = Buffer.concat(parts).toString();
    if (name !== names.checksums) sums[name] = hash.digest('hex');
  }
  const expectedSums = readJson(texts[names.checksums]) as Record<string, string>;
  const isWhole = Object.keys(expectedSums).length === Object.keys(sums).length;
  if (!isWhole || Object.entries(sums).some(([name, sum]) => expectedSums[name] !== sum))
    throw new DamagedBackup('Its contents have changed since it was written.');
  const manifest = requireReadable(readJson(texts[names.manifest]));
  // Checked last: a newer version may have entries that this one does not know.
  const unknown = Object.keys(sums).find((name) => !isBackupFile(name));
  if (unknown) throw new DamagedBackup(`It contains ${JSON.stringify(unknown)}, which isn't part of a backup.`);
  return manifest;
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch (cause) {
    throw new DamagedBackup("Its manifest can't be read.", { cause });
  }
}

function requireReadable(value: unknown): BackupManifest {
  const manifest = manifestSchema.safeParse(value);
  const isNewer =
    !manifest.success || !listMigrations().some(({ folderMillis }) => folderMillis === manifest.data.migration);
  if (isNewer) throw new Error('The backup was written by a newer version of Shuju. Restore it with that version.');
  return manifest.data;
}

async function unpack(file: string, work: string): Promise<void> {
  for (const folder of ['segments', 'log']) await mkdir(path.join(work, folder), { recursive: true, mode: 0o700 });
  for await (const { name, content } of readTar(file)) {
    const target = path.join(work, name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(content()), createWriteStream(target, { mode: 0o600, flush: true }));
  }
}

async function loadDatabase({ config, log }: Restorer, work: string, manifest: BackupManifest): Promise<void> {
  const { auth } = secretsSchema.parse(JSON.parse(await readFile(path.join(work, names.secrets), 'utf8')));
  await rm(path.join(work, names.secrets));
  const secrets = await writeSecrets(path.join(work, 'secrets.json'), auth);
  const database = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, close: async () => {} }
    : await startEmbedded(path.join(work, 'postgres'), secrets.database, log);
  try {
    const until = listMigrations().filter(({ folderMillis }) => folderMillis <= manifest.migration);
    await migrate(database.connection, until);
    await load(database.connection, work, manifest);
    await listAsFiles(database.connection);
    await renewInstallation(database.connection, work);
  } finally {
    await database.close();
  }
  for (const name of ['database', names.manifest, names.checksums])
    await rm(path.join(work, name), { recursive: true, force: true });
}

/** Marks the directory as restoring: a server started on the partial database would delete unknown files. */
async function loadIntoExternal(ctx: Restorer, work: string, manifest: BackupManifest): Promise<void> {
  const { config } = ctx;
  await requireEmpty({ connectionString: config.databaseUrl! });
  const restoring = restoringFolder(config.dataDirectory);
  await mkdir(restoring, { recursive: true, mode: 0o700 });
  try {
    await loadDatabase(ctx, work, manifest);
  } catch (error) {
    // Keep the marker if an earlier interrupted restore left data in it.
    await rmdir(restoring).catch(() => undefined);
    throw error;
  }
}

async function requireEmpty(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query(`select 1 from information_schema.tables
      where table_schema = current_schema() and table_name in ('members', 'migrations')`);
    if (rows.length > 0)
      throw new Error("The database at DATABASE_URL isn't empty. Use an empty database. Nothing was changed.");
  });
}

/** Loads all rows in one transaction. */
async function load(connection: pg.ClientConfig, work: string, { tables }: BackupManifest): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin');
    const columns = await listColumns(
      client,
      tables.map(({ name }) => name),
    );
    if (JSON.stringify(columns) !== JSON.stringify(tables))
      throw new DamagedBackup("Its tables don't match its version.");
    for (const { name } of tables) await loadTable(client, name, path.join(work, tableFile(name)));
    await advanceSequences(
      client,
      tables.map(({ name }) => name),
    );
    await client.query('commit');
  });
}

/** Lists segments of a warehouse by the names of their files, and deletes what is stored about the warehouse. */
async function listAsFiles(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('segment_numbers') is not null as exists",
    );
    if (!rows[0]!.exists) return;
    await client.query(`update segments set file = dataset_id || '_' || file where file ~ '^[0-9]+-[0-9]+$'`);
    await client.query(`update columns set stored_types = '{}' where stored_types <> '{}'`);
    await client.query('delete from servers');
    await client.query('delete from segment_numbers');
    await client.query('delete from warehouse_inserts');
  });
}

async function loadTable(client: pg.Client, table: string, file: string): Promise<void> {
  let lines: string[] = [];
  let length = 0;
  for await (const line of readJsonLines<string>(file)) {
    lines.push(line);
    length += line.length;
    if (lines.length < batchRows && length < batchLength) continue;
    await loadRows(client, table, lines);
    lines = [];
    length = 0;
  }
  if (lines.length > 0) await loadRows(client, table, lines);
}

/** Swaps the restored data in. While the restoring folder exists, no server starts. */
async function swap(dataDirectory: string, work: string): Promise<string | undefined> {
  const restoring = restoringFolder(dataDirectory);
  const aside = path.join(dataDirectory, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await rm(restoring, { recursive: true, force: true });
  await rename(work, restoring);
  const old = replaced.filter((name) => existsSync(path.join(dataDirectory, name)));
  if (old.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of old) await rename(path.join(dataDirectory, name), path.join(aside, name));
  for (const name of replaced.filter((each) => existsSync(path.join(restoring, each))))
    await rename(path.join(restoring, name), path.join(dataDirectory, name));
  await rm(restoring, { recursive: true, force: true });
  return old.length > 0 ? aside : undefined;
}
