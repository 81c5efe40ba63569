import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { parseConfig } from '#server/config.ts';
import { openStore } from '#server/database/open.ts';

const run = promisify(execFile);

/** Creates a database template, to be copied: initializing PostgreSQL takes longer than most tests. */
export async function createTemplate(directory: string): Promise<void> {
  const store = await openStore(parseConfig({ SHUJU_DATA: directory }));
  await store.close();
  process.env['SHUJU_EMPTY'] = directory;
}

/** Copies the template into a new installation, with a secret of its own. */
export async function copyTemplate(directory: string): Promise<void> {
  const template = process.env['SHUJU_EMPTY'];
  if (!template) return;
  // Keeps the owner: the files belong to the account that PostgreSQL runs as.
  await run('cp', ['-a', path.join(template, 'postgres'), directory]);
  const secrets = JSON.parse(await readFile(path.join(template, 'secrets.json'), 'utf8'));
  await writeFile(path.join(directory, 'secrets.json'), JSON.stringify({ ...secrets, auth: randomUUID() }), {
    mode: 0o600,
  });
}
