import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

import { undefinedIfMissing } from '#server/missing-file.ts';
import { withClient } from './with-client.ts';

/** File in the data directory with the id of the installation, which its database stores too. */
export const installationFile = 'installation';

class WrongDirectory extends Error {}

/**
 * Rejects a data directory that does not belong to this database: the segments that the database lists are in another
 * directory, and new ones in this directory would be unknown there.
 */
export async function requireOwnDirectory(connection: pg.ClientConfig, directory: string): Promise<void> {
  await withClient(connection, async (client) => {
    const id = await findId(client);
    const fileId = await findFileId(directory);
    if (id !== undefined && fileId === id) return;
    const [listedFiles, presentFiles] = [await listSegments(client), await listPresent(directory)];
    if (presentFiles.some((file) => listedFiles.has(file))) return;
    if (id !== undefined) throw otherDirectory(directory, id);
    if (presentFiles.length > 0 || listedFiles.size > 0) throw otherDatabase(directory);
  });
}

/**
 * Gives directory and database the same id at the first start. The file is written first, so that the next start can
 * complete an interrupted one.
 */
export async function bindDirectory(connection: pg.ClientConfig, directory: string): Promise<void> {
  await withClient(connection, async (client) => {
    const storedId = await findId(client);
    const id = storedId ?? (await findFileId(directory)) ?? randomUUID();
    await writeFile(path.join(directory, installationFile), id);
    if (storedId === undefined) await saveId(client, id);
  });
}

/** A restored backup becomes a new installation: the original may continue elsewhere. */
export async function renewInstallation(connection: pg.ClientConfig, directory: string): Promise<void> {
  const id = randomUUID();
  await writeFile(path.join(directory, installationFile), id);
  await withClient(connection, async (client) => {
    // Backups of the first versions have no settings table; the first start stores the id.
    if (await hasTable(client, 'settings')) await saveId(client, id);
  });
}

function otherDirectory(directory: string, id: string): WrongDirectory {
  const file = path.join(directory, installationFile);
  return new WrongDirectory(
    [
      'The database at DATABASE_URL belongs to another data directory, which holds its rows. Set SHUJU_DATA to that' +
        ' directory, or set DATABASE_URL to an empty database and run `npm run restore` with a backup.' +
        ` If that directory is lost, write ${id} into ${file} to continue without its rows.`,
      'DATABASE_URL 指定的数据库属于另一个数据目录，数据行都在那里。请将 SHUJU_DATA 设为那个目录，' +
        '或将 DATABASE_URL 设为空数据库，再用 `npm run restore` 恢复备份。' +
        `如果那个目录已无法找回，可将 ${id} 写入 ${file}，舍弃其中的数据行继续使用。`,
    ].join('\n'),
  );
}

function otherDatabase(directory: string): WrongDirectory {
  return new WrongDirectory(
    [
      `The data directory ${directory} belongs to another database. Set DATABASE_URL to that one, or SHUJU_DATA to an` +
        ' empty directory.',
      `数据目录 ${directory} 属于另一个数据库。请将 DATABASE_URL 设为那个数据库，或将 SHUJU_DATA 设为空目录。`,
    ].join('\n'),
  );
}

async function saveId(client: pg.Client, id: string): Promise<void> {
  await client.query(
    `insert into settings (name, value) values ('installation', $1)
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(id)],
  );
}

async function findId(client: pg.Client): Promise<string | undefined> {
  if (!(await hasTable(client, 'settings'))) return undefined;
  const { rows } = await client.query<{ value: unknown }>(`select value from settings where name = 'installation'`);
  return rows[0] && String(rows[0].value);
}

async function listSegments(client: pg.Client): Promise<Set<string>> {
  if (!(await hasTable(client, 'segments'))) return new Set();
  const { rows } = await client.query<{ file: string }>('select distinct file from segments');
  return new Set(rows.map(({ file }) => `${file}.duckdb`));
}

async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table]);
  return rows[0]!.exists;
}

async function listPresent(directory: string): Promise<string[]> {
  return (await readdir(path.join(directory, 'segments')).catch(undefinedIfMissing)) ?? [];
}

async function findFileId(directory: string): Promise<string | undefined> {
  const text = await readFile(path.join(directory, installationFile), 'utf8').catch(undefinedIfMissing);
  return text?.trim();
}
