import { FolderOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { FolderKind } from '#contract/folders/routes.ts';
import { foldersQuery } from '#web/http/folders.ts';
import { pathTextOf } from './folder-paths.ts';
import style from './Folders.module.css';

/** The folder path of an item, in lists across folders; nothing at the top level. */
export function FolderPath({ kind, folder }: { kind: FolderKind; folder: string | null }) {
  const { t } = useTranslation();
  const { data: folders = [] } = useQuery({ ...foldersQuery(kind), throwOnError: false });
  const path = pathTextOf(folders, folder);
  if (!path) return null;
  return (
    <span className={style['path']} title={t('folders.in', { path })}>
      <FolderOutlined role="img" aria-label={t('folders.folder')} />
      <bdi>{path}</bdi>
    </span>
  );
}
