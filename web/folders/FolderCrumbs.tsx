import { useTranslation } from 'react-i18next';

import type { Folder, FolderKind } from '#contract/folders/routes.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { useFolderDrop } from './drag.ts';
import { folderLink, pathOf } from './folder-paths.ts';
import { DroppedMove } from './lazy-dialogs.ts';

type FolderCrumbsProps = { kind: FolderKind; folders: Folder[]; folder: string };

/** The maximum number of named parent folders; in a deeper path, one link replaces the middle. */
const maxNamed = 3;

/** Links to the list and to the parent folders of a folder; each is also a drop target. */
export function FolderCrumbs({ kind, folders, folder }: FolderCrumbsProps) {
  const { t } = useTranslation();
  const { dropProps, drop, endDrop } = useFolderDrop({ kind, folders });
  const above = pathOf(folders, folder).slice(0, -1);
  const hidden = above.length > maxNamed ? above.slice(1, 1 - maxNamed) : [];
  const linkOf = ({ id, name }: Folder) => ({ to: folderLink(kind, id), text: name, props: dropProps({ id, name }) });
  const top = { id: null, name: t(`folders.top.${kind}`) };
  const nearest = hidden.at(-1);
  return (
    <>
      <Breadcrumbs
        label={t('common.crumbs')}
        links={[
          { to: folderLink(kind, null), text: t(`common.menu.${kind}`), props: dropProps(top) },
          ...above.slice(0, nearest ? 1 : above.length).map(linkOf),
          ...(nearest ? [{ ...linkOf(nearest), text: '…', title: hidden.map(({ name }) => name).join(' / ') }] : []),
          ...(nearest ? above.slice(1 - maxNamed) : []).map(linkOf),
        ]}
      />
      {drop && <DroppedMove {...drop} onClose={endDrop} />}
    </>
  );
}
