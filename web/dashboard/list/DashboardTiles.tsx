import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import type { Folder } from '#contract/folders/routes.ts';
import { AddButton } from '#web/folders/AddButton.tsx';
import type { MovableItem } from '#web/folders/AddToFolderDialog.tsx';
import { matchesName } from '#web/folders/folder-paths.ts';
import { EmptyFolder } from '#web/folders/FolderStates.tsx';
import { FolderTiles } from '#web/folders/FolderTiles.tsx';
import type { FolderPlace } from '#web/folders/use-folders.ts';
import { meQuery, useIsEditor } from '#web/http/me.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useLongList } from '#web/ui/use-long-list.ts';
import { findDashboards, isAcrossFolders, type ListFilter, listFilterOf } from './list-filter.ts';
import { ListFilterBar } from './ListFilterBar.tsx';
import style from './ListPage.module.css';
import { NewButton } from './NewButton.tsx';
import { NoMatches } from './NoDashboards.tsx';
import { Tile } from './Tile.tsx';
import { titleOf } from './title.ts';

type DashboardTilesProps = { dashboards: ListedDashboard[]; place: FolderPlace };

/** The folders and dashboards that match the filter. */
export function DashboardTiles({ dashboards, place }: DashboardTilesProps) {
  const language = useLanguage();
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const [search] = useSearchParams();
  const filter = listFilterOf(search);
  const reader = { id: me?.id, language };
  const matches = findDashboards(dashboards, filter, reader);
  const { folder, folders } = place;
  const shownFolders = foldersFor(folders, filter);
  const isEmpty = matches.length + shownFolders.length === 0;
  const isAcross = isAcrossFolders(filter);
  return (
    <>
      <ListFilterBar dashboards={dashboards} filter={filter} reader={reader} />
      <FolderTiles visible={shownFolders} folders={folders} items={dashboards} hasPaths={isAcross} />
      {isEmpty && folder && !isAcross && <NoContent folder={folder} dashboards={dashboards} />}
      {isEmpty && !(folder && !isAcross) && <NoMatches filter={filter} />}
      {matches.length > 0 && (
        <TileList
          dashboards={matches}
          filterKey={search.toString()}
          // The top level also shows dashboards pinned in folders.
          hasPaths={isAcross || filter.folder === null}
        />
      )}
    </>
  );
}

/** Folders in the open folder; in a search, all folders with a matching name. */
function foldersFor(folders: Folder[], filter: ListFilter): Folder[] {
  if (!isAcrossFolders(filter)) return folders.filter(({ parent }) => parent === filter.folder);
  return filter.show === 'all' ? folders.filter((folder) => matchesName(folder, filter.search)) : [];
}

/** Dashboards that the member may move. */
export function useMovableDashboards(dashboards: ListedDashboard[]): MovableItem[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return dashboards
    .filter(({ right }) => right === 'edit')
    .map(({ id, folder, title }) => ({ id, folder, name: titleOf(title, language, t) }));
}

function NoContent({ folder, dashboards }: { folder: Folder; dashboards: ListedDashboard[] }) {
  const isEditor = useIsEditor();
  const items = useMovableDashboards(dashboards);
  return (
    <EmptyFolder kind="dashboard">
      {isEditor && folder.right === 'edit' && (
        <>
          <NewButton folder={folder.id} />
          <AddButton folder={folder} items={items} />
        </>
      )}
    </EmptyFolder>
  );
}

type TileListProps = { dashboards: ListedDashboard[]; filterKey: string; hasPaths: boolean };

function TileList({ dashboards, filterKey, hasPaths }: TileListProps) {
  const { t } = useTranslation();
  const { rendered, endRef } = useLongList(dashboards, filterKey);
  return (
    <>
      <ul className={style['tiles']} aria-label={t('dashboard.list.label')}>
        {rendered.map((dashboard) => (
          <li key={dashboard.id}>
            <Tile dashboard={dashboard} hasPath={hasPaths} />
          </li>
        ))}
      </ul>
      <div ref={endRef} />
    </>
  );
}
