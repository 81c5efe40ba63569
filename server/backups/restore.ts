import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';

import { readJsonLines } from '#engine/files/lines.ts';
import type { Config } from '#server/config.ts';
import { installationFile, renewInstallation } from '#server/database/directory-owner.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { restoringFolder } from '#server/database/open.ts';
import { lockDirectory } from '#server/database/lock.ts';
import { listMigrations, migrate } from '#server/database/migrate.ts';
import { writeSecrets } from '#server/database/secrets.ts';
import { isKnown, type Manifest, manifestSchema, names, secretsSchema, tableFile } from './manifest.ts';
import { advanceNumbers, listColumns, loadRows } from './tables.ts';
import { Damaged, readTar } from './tar.ts';
import { withClient } from '#server/database/with-client.ts';

/** What is put aside for what comes from the backup. */
const replaced = ['secrets.json', installationFile, 'postgres', 'segments', 'log', 'staging', 'exports'];
const rowsAtOnce = 500;

/** Puts a backup in the place of what is in the data directory; that is kept aside, and where is told. */
export async function restoreBackup(
  config: Config,
  file: string,
): Promise<{ manifest: Manifest; aside: string | undefined }> {
  const manifest = await checkBackup(file);
  const { dataDirectory } = config;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(dataDirectory);
  const work = path.join(dataDirectory, 'restoring.new');
  try {
    await rm(work, { recursive: true, force: true });
    await unpack(file, work);
    await (config.databaseUrl ? loadElsewhere(config, work, manifest) : loadDatabase(config, work, manifest));
    return { manifest, aside: await swap(dataDirectory, work) };
  } finally {
    await rm(work, { recursive: true, force: true });
    await unlock();
  }
}

/** Reads all of a backup and compares it with what it says of itself. */
export async function checkBackup(file: string): Promise<Manifest> {
  const sums: Record<string, string> = {};
  const texts: Record<string, string> = {};
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new Error(`There is no file ${file}.`);
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
  const said = readJson(texts[names.checksums]) as Record<string, string>;
  const isWhole = Object.keys(said).length === Object.keys(sums).length;
  if (!isWhole || Object.entries(sums).some(([name, sum]) => said[name] !== sum))
    throw new Damaged('Its parts are not what they were when it was written.');
  const manifest = requireReadable(readJson(texts[names.manifest]));
  // Asked last: a newer version may have parts that this one does not know.
  const unknown = Object.keys(sums).find((name) => !isKnown(name));
  if (unknown) throw new Damaged(`It holds ${JSON.stringify(unknown)}, which is no part of a backup.`);
  return manifest;
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch (cause) {
    throw new Damaged('A part that tells of the others cannot be read.', { cause });
  }
}

function requireReadable(value: unknown): Manifest {
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

async function loadDatabase(config: Config, work: string, manifest: Manifest): Promise<void> {
  const { auth } = secretsSchema.parse(JSON.parse(await readFile(path.join(work, names.secrets), 'utf8')));
  await rm(path.join(work, names.secrets));
  const secrets = await writeSecrets(path.join(work, 'secrets.json'), auth);
  const database = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, close: async () => {} }
    : await startEmbedded(path.join(work, 'postgres'), secrets.database);
  try {
    const until = listMigrations().filter(({ folderMillis }) => folderMillis <= manifest.migration);
    await migrate(database.connection, until);
    await load(database.connection, work, manifest);
    await renewInstallation(database.connection, work);
  } finally {
    await database.close();
  }
  for (const name of ['database', names.manifest, names.checksums])
    await rm(path.join(work, name), { recursive: true, force: true });
}

/** From its first table on, a server that is started with that database would clear away files that it does not know. */
async function loadElsewhere(config: Config, work: string, manifest: Manifest): Promise<void> {
  await requireEmpty({ connectionString: config.databaseUrl! });
  const restoring = restoringFolder(config.dataDirectory);
  await mkdir(restoring, { recursive: true, mode: 0o700 });
  try {
    await loadDatabase(config, work, manifest);
  } catch (error) {
    // Not if half of an earlier backup is in it.
    await rmdir(restoring).catch(() => undefined);
    throw error;
  }
}

async function requireEmpty(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query(`select 1 from information_schema.tables
      where table_schema = current_schema() and table_name in ('members', 'migrations')`);
    if (rows.length > 0)
      throw new Error(
        'The database of DATABASE_URL is not empty. Make an empty one and name that; nothing was changed.',
      );
  });
}

/** All rows, or none. */
async function load(connection: pg.ClientConfig, work: string, { tables }: Manifest): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin');
    const here = await listColumns(
      client,
      tables.map(({ name }) => name),
    );
    if (JSON.stringify(here) !== JSON.stringify(tables)) throw new Damaged('Its tables are not those of its version.');
    for (const { name } of tables) await loadTable(client, name, path.join(work, tableFile(name)));
    await advanceNumbers(
      client,
      tables.map(({ name }) => name),
    );
    await client.query('commit');
  });
}

async function loadTable(client: pg.Client, table: string, file: string): Promise<void> {
  let lines: string[] = [];
  for await (const line of readJsonLines<string>(file)) {
    lines.push(line);
    if (lines.length < rowsAtOnce) continue;
    await loadRows(client, table, lines);
    lines = [];
  }
  if (lines.length > 0) await loadRows(client, table, lines);
}

/** As long as the folder by this name is there, a server does not start on the half of it. */
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
