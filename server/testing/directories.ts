import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export function createDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'shuju-test-'));
}

/** A new data directory with an initialized PostgreSQL: a copy of a template, with a secret of its own. */
export async function createInstallation(template = process.env['SHUJU_EMPTY']!): Promise<string> {
  const directory = await createDirectory();
  // Keeps the owner: the files belong to the account that PostgreSQL runs as.
  const names = (await readdir(template)).filter((name) => !name.startsWith('lock.'));
  await run('cp', ['-a', ...names.map((name) => path.join(template, name)), directory]);
  const file = path.join(directory, 'secrets.json');
  const secrets = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...secrets, auth: randomUUID() }), { mode: 0o600 });
  return directory;
}
