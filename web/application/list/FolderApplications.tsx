import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { Application } from '#contract/applications/routes.ts';
import { AddButton } from '#web/folders/AddButton.tsx';
import { matchesName } from '#web/folders/folder-paths.ts';
import { EmptyFolder } from '#web/folders/FolderStates.tsx';
import { FolderTiles } from '#web/folders/FolderTiles.tsx';
import type { FolderPlace } from '#web/folders/use-folders.ts';
import { useIsEditor } from '#web/http/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';
import { NewApplicationButton } from './NewApplicationButton.tsx';
import { ApplicationTable } from './ApplicationTable.tsx';
import style from './ApplicationTable.module.css';

type FolderApplicationsProps = { applications: Application[]; place: FolderPlace };

/** The folders and applications in the open folder; a search is across all folders. */
export function FolderApplications({ applications, place: { folder, folders } }: FolderApplicationsProps) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const isSearching = search.trim() !== '';
  const open = folder?.id ?? null;
  const shownFolders = folders.filter((each) => (isSearching ? matchesName(each, search) : each.parent === open));
  const matches = applications.filter((each) => (isSearching ? matchesName(each, search) : each.folder === open));
  const isEmpty = matches.length + shownFolders.length === 0;
  return (
    <>
      {folders.length > 0 && (
        <Input
          type="search"
          allowClear
          className={style['find'] ?? ''}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t('application.search')}
          placeholder={t('application.search')}
          value={search}
          onChange={({ target }) => setParams(withSearch(params, target.value), { replace: true })}
        />
      )}
      <FolderTiles visible={shownFolders} folders={folders} items={applications} hasPaths={isSearching} />
      {isEmpty && folder && !isSearching && (
        <EmptyFolder kind="application">
          {isEditor && folder.right === 'edit' && (
            <>
              <NewApplicationButton folder={folder.id} />
              <AddButton folder={folder} items={applications.filter(({ right }) => right === 'edit')} />
            </>
          )}
        </EmptyFolder>
      )}
      {isEmpty && isSearching && (
        <EmptyState
          picture={<LostPicture />}
          title={t('application.none.title', { search })}
          text={t('application.none.text')}
        />
      )}
      {matches.length > 0 && (
        <ApplicationTable applications={matches} listKey={`${open} ${search}`} hasPaths={isSearching} />
      )}
    </>
  );
}

function withSearch(params: URLSearchParams, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value) next.set('q', value);
  else next.delete('q');
  return next;
}
