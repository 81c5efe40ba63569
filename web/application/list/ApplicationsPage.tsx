import { DeleteOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { FolderHeading } from '#web/folders/FolderHeading.tsx';
import { MissingFolder } from '#web/folders/FolderStates.tsx';
import { NewFolderButton } from '#web/folders/NewFolderButton.tsx';
import { useFolderPlace } from '#web/folders/use-folders.ts';
import { applicationsQuery } from '#web/http/applications.ts';
import { useIsEditor } from '#web/http/me.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { FolderApplications } from './FolderApplications.tsx';
import { GetStarted } from './GetStarted.tsx';
import { NewApplicationButton } from './NewApplicationButton.tsx';

/** Applications with their status and folders, at the top level or in the folder of the URL. */
export function ApplicationsPage() {
  const isEditor = useIsEditor();
  const { data: applications } = useQuery(applicationsQuery);
  const place = useFolderPlace('application');
  if (!applications || !place) return <PageSpinner />;
  const { folder, folders, isMissing } = place;
  const isEmpty = applications.length === 0 && folders.length === 0;
  return (
    <>
      {folder ? (
        <FolderHeading folder={folder} folders={folders} movable={applications.filter(({ right }) => right === 'edit')}>
          <NewApplicationButton folder={folder.id} />
        </FolderHeading>
      ) : (
        <ListHeading isEmpty={isEmpty} />
      )}
      {isMissing && <MissingFolder kind="application" />}
      {isEmpty && !isMissing && (isEditor ? <GetStarted /> : <NoApplications />)}
      {!isEmpty && !isMissing && <FolderApplications applications={applications} place={place} />}
    </>
  );
}

function ListHeading({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const actions = isEditor && (
    <>
      <LinkButton to="/application/trash" icon={<DeleteOutlined aria-hidden />}>
        {t('trash.title')}
      </LinkButton>
      {!isEmpty && (
        <>
          <NewFolderButton kind="application" parent={null} />
          <NewApplicationButton folder={null} />
        </>
      )}
    </>
  );
  return <PageHeading title={t('common.menu.application')} lead={t('application.lead')} actions={actions} />;
}

function NoApplications() {
  const { t } = useTranslation();
  return (
    <EmptyState picture={<InflowPicture />} title={t('application.empty.title')} text={t('application.empty.text')}>
      <LinkButton to="/help/first-hour" primary>
        {t('application.empty.action')}
      </LinkButton>
    </EmptyState>
  );
}
