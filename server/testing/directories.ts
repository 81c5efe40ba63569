import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export function createDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'shuju-test-'));
}

/** A new data directory whose PostgreSQL is initialized: a copy of the template, with a secret of its own. */
export async function createInstallation(): Promise<string> {
  const [directory, template] = [await createDirectory(), process.env['SHUJU_EMPTY']!];
  // Keeps the owner: the files belong to the account that PostgreSQL runs as.
  await run('cp', ['-a', path.join(template, 'postgres'), directory]);
  const secrets = JSON.parse(await readFile(path.join(template, 'secrets.json'), 'utf8'));
  const ownSecrets = JSON.stringify({ ...secrets, auth: randomUUID() });
  await writeFile(path.join(directory, 'secrets.json'), ownSecrets, { mode: 0o600 });
  return directory;
}
