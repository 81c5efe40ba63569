import { FolderFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Folder } from '#contract/folders/routes.ts';
import { SharingMark } from '#web/access/SharingMark.tsx';
import { useIsEditor } from '#web/http/me.ts';
import { useLanguage } from '#web/ui/language.ts';
import { dragProps, useFolderDrop } from './drag.ts';
import { DroppedMove } from './lazy-dialogs.ts';
import { countInside, folderLink, type PlacedItem, sortByName } from './folder-paths.ts';
import { FolderMenu } from './FolderMenu.tsx';
import { FolderPath } from './FolderPath.tsx';
import style from './Folders.module.css';
import tile from './TileFrame.module.css';

type FolderTilesProps = {
  /** The folders to show. */
  visible: Folder[];
  folders: Folder[];
  items: PlacedItem[];
  /** Whether paths are shown, as in search results across folders. */
  hasPaths?: boolean;
};

/** Folders as tiles, each with the number of items inside. */
export function FolderTiles({ visible, folders, items, hasPaths = false }: FolderTilesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { dropProps, drop, endDrop } = useFolderDrop({ kind: visible[0]?.kind ?? 'dashboard', folders });
  if (visible.length === 0) return null;
  return (
    <>
      <ul className={style['tiles']} aria-label={t('folders.label')}>
        {sortByName(visible, language).map((folder) => (
          <li key={folder.id}>
            <FolderTile
              folder={folder}
              count={countInside(folders, items, folder.id)}
              hasPath={hasPaths}
              drop={dropProps(folder)}
            />
          </li>
        ))}
      </ul>
      {drop && <DroppedMove {...drop} onClose={endDrop} />}
    </>
  );
}

type FolderTileProps = {
  folder: Folder;
  count: number;
  hasPath: boolean;
  drop: ReturnType<ReturnType<typeof useFolderDrop>['dropProps']>;
};

function FolderTile({ folder, count, hasPath, drop }: FolderTileProps) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const { id, kind, name, parent, sharing, right } = folder;
  const mayMove = isEditor && right === 'edit';
  const drag = dragProps(mayMove ? { kind, name, moved: { folders: [id] }, from: parent } : null);
  return (
    <article className={`${tile['frame']} ${style['tile']}`} {...drag} {...drop}>
      <FolderFilled className={style['icon'] ?? ''} aria-hidden />
      <div className={style['about']}>
        <Link to={folderLink(kind, id)} title={name}>
          <bdi>{name}</bdi>
        </Link>
        <span className={style['facts']}>
          {t('folders.count', { count })}
          <SharingMark sharing={sharing} />
          {hasPath && <FolderPath kind={kind} folder={parent} />}
        </span>
      </div>
      {mayMove && <FolderMenu folder={folder} />}
    </article>
  );
}
