import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import type { Folder, FolderKind } from '#contract/folders/routes.ts';
import { foldersQuery } from '#web/http/folders.ts';

/** The folders of a list page, and the one that it shows: undefined at the top level, and if it does not exist. */
export type FolderPlace = { folders: Folder[]; folder: Folder | undefined; isMissing: boolean };

/** The folder in the URL; undefined until folders are loaded. */
export function useFolderPlace(kind: FolderKind): FolderPlace | undefined {
  const [search] = useSearchParams();
  const { data: folders } = useQuery(foldersQuery(kind));
  if (!folders) return undefined;
  const id = search.get('folder');
  const folder = folders.find((each) => each.id === id);
  return { folders, folder, isMissing: id !== null && !folder };
}
