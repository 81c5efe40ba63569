import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

import { createToken } from '#server/hash.ts';
import { undefinedIfMissing } from '#server/missing-file.ts';

export type Secrets = { auth: string; database: string };

/** Secrets of the installation, created at its first start and readable by its account only. */
export async function loadSecrets(directory: string): Promise<Secrets> {
  const file = path.join(directory, 'secrets.json');
  // Only a missing file is created: replacing unreadable secrets would lock everyone out.
  const stored = await readFile(file, 'utf8').catch(undefinedIfMissing);
  return stored ? JSON.parse(stored) : createSecrets(file);
}

const createSecrets = (file: string): Promise<Secrets> => writeSecrets(file, createToken());

/** Writes new secrets, keeping the one that signs sessions. */
export async function writeSecrets(file: string, auth: string): Promise<Secrets> {
  const secrets = { auth, database: createToken() };
  const handle = await open(`${file}.new`, 'w', 0o600);
  await handle.writeFile(JSON.stringify(secrets));
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
  return secrets;
}
