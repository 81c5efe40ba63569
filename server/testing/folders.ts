import type { Folder, FolderKind, FolderMove } from '#contract/folders/routes.ts';
import type { Client } from './client.ts';

type FolderOptions = { kind?: FolderKind; parent?: string | null };

/** Creates a folder; throws on failure. */
export async function createFolder(
  client: Client,
  token: string,
  name: string,
  { kind = 'dashboard', parent = null }: FolderOptions = {},
): Promise<Folder> {
  const { status, body } = await client.call('POST /folders', { kind, name, parent }, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Moves items to a folder. */
export const moveTo = (client: Client, token: string, folder: string | null, items: Partial<FolderMove>) =>
  client.call('POST /folders/move', { folder, ...items }, { token });
