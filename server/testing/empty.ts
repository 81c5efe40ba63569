import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { parseConfig } from '#server/config.ts';
import { openStore } from '#server/database/open.ts';

const run = promisify(execFile);

/** Makes a database as it is after the first start, to be copied: PostgreSQL takes longer to make one than most tests. */
export async function makeEmpty(directory: string): Promise<void> {
  const store = await openStore(parseConfig({ SHUJU_DATA: directory }));
  await store.close();
  process.env['SHUJU_EMPTY'] = directory;
}

/** Gives a new installation the database that was made before, and a secret of its own. */
export async function copyEmpty(directory: string): Promise<void> {
  const empty = process.env['SHUJU_EMPTY'];
  if (!empty) return;
  // The files belong to the account that PostgreSQL runs as.
  await run('cp', ['-a', path.join(empty, 'postgres'), directory]);
  const secrets = JSON.parse(await readFile(path.join(empty, 'secrets.json'), 'utf8'));
  await writeFile(path.join(directory, 'secrets.json'), JSON.stringify({ ...secrets, auth: randomUUID() }), {
    mode: 0o600,
  });
}
