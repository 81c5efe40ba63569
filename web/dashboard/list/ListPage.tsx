import { DeleteOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { DropArea } from '#web/application/upload/DropArea.tsx';
import { FolderHeading } from '#web/folders/FolderHeading.tsx';
import { MissingFolder } from '#web/folders/FolderStates.tsx';
import { NewFolderButton } from '#web/folders/NewFolderButton.tsx';
import { type FolderPlace, useFolderPlace } from '#web/folders/use-folders.ts';
import { dashboardsQuery } from '#web/http/dashboards.ts';
import { useLive } from '#web/http/live.ts';
import { useIsEditor } from '#web/http/me.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DashboardTiles, useMovableDashboards } from './DashboardTiles.tsx';
import { NewButton } from './NewButton.tsx';
import { NoDashboards } from './NoDashboards.tsx';

/** Dashboards and folders, at the top level or in the folder of the URL; without any, ways to create one. */
export function ListPage() {
  useLive();
  const isEditor = useIsEditor();
  const { data: dashboards } = useQuery(dashboardsQuery);
  const place = useFolderPlace('dashboard');
  const movable = useMovableDashboards(dashboards ?? []);
  const [search] = useSearchParams();
  const isEmpty = dashboards?.length === 0 && place?.folders.length === 0;
  return (
    <>
      {isEditor && <DropArea then="dashboard" boardFolder={editableFolderOf(place)} />}
      {place?.folder ? (
        <FolderHeading folders={place.folders} folder={place.folder} movable={movable}>
          <NewButton folder={place.folder.id} />
        </FolderHeading>
      ) : (
        // The name of the folder is unknown while it is loading.
        (!search.has('folder') || place) && <ListHeading isEmpty={isEmpty} />
      )}
      {!(dashboards && place) && <PageSpinner />}
      {place?.isMissing && <MissingFolder kind="dashboard" />}
      {isEmpty && !place.isMissing && <NoDashboards />}
      {dashboards && place && !isEmpty && !place.isMissing && <DashboardTiles dashboards={dashboards} place={place} />}
    </>
  );
}

/** The open folder, if new dashboards can be created in it. */
const editableFolderOf = (place: FolderPlace | undefined): string | undefined =>
  place?.folder?.right === 'edit' ? place.folder.id : undefined;

function ListHeading({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const actions = (
    <>
      {isEditor && (
        <LinkButton to="/dashboard/trash" icon={<DeleteOutlined aria-hidden />}>
          {t('trash.title')}
        </LinkButton>
      )}
      {!isEmpty && <LinkButton to="/dashboard/explore">{t('explore.title')}</LinkButton>}
      {isEditor && !isEmpty && <NewFolderButton kind="dashboard" parent={null} />}
      {isEditor && <NewButton />}
    </>
  );
  return <PageHeading title={t('common.menu.dashboard')} lead={t('dashboard.lead')} actions={actions} />;
}
