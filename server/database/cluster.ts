import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { undefinedIfMissing } from '#server/missing-file.ts';
import { account, workingDirectory, role } from './postgres-programs.ts';

/** Initializes the PostgreSQL data directory unless it exists. */
export async function ensureCluster(initdb: string, directory: string, password: string): Promise<void> {
  if (!(await stat(directory).catch(undefinedIfMissing))) await initialise(initdb, directory, password);
}

// Uses a temporary name first: a killed initdb leaves an unusable directory.
async function initialise(initdb: string, directory: string, password: string): Promise<void> {
  const partial = `${directory}.new`;
  const secret = await mkdtemp(path.join(tmpdir(), 'shuju-'));
  const passwordFile = path.join(secret, 'password');
  // The initdb of a killed server may still be writing there for a moment.
  await rm(partial, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await Promise.all([partial, secret, passwordFile].map(chownToAccount));
  const options = ['-D', workingDirectory, '-U', role, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const child = spawn(
    initdb,
    [...options, '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
    {
      ...account,
      cwd: partial,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const errorOutput = textOf(child);
  const [code] = await once(child, 'exit');
  await rm(secret, { recursive: true, force: true });
  if (code !== 0) throw new Error(`PostgreSQL couldn't create its files: ${(await errorOutput).trim()}`);
  await rename(partial, directory);
}

async function chownToAccount(file: string): Promise<void> {
  if (account.uid && account.gid) await chown(file, account.uid, account.gid);
}

async function textOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr!) text += chunk;
  return text;
}
