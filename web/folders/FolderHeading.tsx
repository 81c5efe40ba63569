import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

import type { Folder } from '#contract/folders/routes.ts';
import { useIsEditor } from '#web/http/me.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { AddButton } from './AddButton.tsx';
import type { MovableItem } from './AddToFolderDialog.tsx';
import { folderLink } from './folder-paths.ts';
import { FolderCrumbs } from './FolderCrumbs.tsx';
import { FolderMenu } from './FolderMenu.tsx';
import { NewFolderButton } from './NewFolderButton.tsx';

type FolderHeadingProps = {
  folder: Folder;
  folders: Folder[];
  movable: MovableItem[];
  /** Further actions, for members who may edit the folder. */
  children?: ReactNode;
};

/** The heading of a list page in a folder. */
export function FolderHeading({ folder, folders, movable, children }: FolderHeadingProps) {
  const navigate = useNavigate();
  const isEditor = useIsEditor();
  const { id, kind, name, parent, right } = folder;
  const actions = isEditor && right === 'edit' && (
    <>
      <FolderMenu folder={folder} onDelete={() => void navigate(folderLink(kind, parent))} />
      <AddButton folder={folder} items={movable} />
      <NewFolderButton kind={kind} parent={id} />
      {children}
    </>
  );
  return (
    <>
      <FolderCrumbs kind={kind} folders={folders} folder={id} />
      <PageHeading title={name} actions={actions} />
    </>
  );
}
