import { useTranslation } from 'react-i18next';

import type { Folder, FolderKind } from '#contract/folders/routes.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { folderLink, pathOf } from './folder-paths.ts';

type FolderCrumbsProps = { kind: FolderKind; folders: Folder[]; folder: string };

/** Links to the list and to the folders above a folder. */
export function FolderCrumbs({ kind, folders, folder }: FolderCrumbsProps) {
  const { t } = useTranslation();
  const above = pathOf(folders, folder).slice(0, -1);
  return (
    <Breadcrumbs
      label={t('common.crumbs')}
      links={[
        { to: folderLink(kind, null), text: t(`common.menu.${kind}`) },
        ...above.map(({ id, name }) => ({ to: folderLink(kind, id), text: name })),
      ]}
    />
  );
}
