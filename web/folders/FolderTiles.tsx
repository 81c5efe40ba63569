import { FolderFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Folder } from '#contract/folders/routes.ts';
import { SharingMark } from '#web/access/SharingMark.tsx';
import { useIsEditor } from '#web/http/me.ts';
import { useLanguage } from '#web/ui/language.ts';
import { countInside, folderLink, type PlacedItem, sortByName } from './folder-paths.ts';
import { FolderMenu } from './FolderMenu.tsx';
import { FolderPath } from './FolderPath.tsx';
import style from './Folders.module.css';

type FolderTilesProps = {
  /** Those to show. */
  visible: Folder[];
  folders: Folder[];
  items: PlacedItem[];
  /** In search results, which are from everywhere. */
  hasPaths?: boolean;
};

/** Folders as tiles, each with the number of things inside. */
export function FolderTiles({ visible, folders, items, hasPaths = false }: FolderTilesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (visible.length === 0) return null;
  return (
    <ul className={style['tiles']} aria-label={t('folders.label')}>
      {sortByName(visible, language).map((folder) => (
        <li key={folder.id}>
          <FolderTile folder={folder} count={countInside(folders, items, folder.id)} hasPath={hasPaths} />
        </li>
      ))}
    </ul>
  );
}

function FolderTile({ folder, count, hasPath }: { folder: Folder; count: number; hasPath: boolean }) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const { id, kind, name, parent, sharing, right } = folder;
  return (
    <article className={style['tile']}>
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
      {isEditor && right === 'edit' && <FolderMenu folder={folder} isEmpty={count === 0} />}
    </article>
  );
}
