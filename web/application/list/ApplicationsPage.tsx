import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { applicationsQuery } from '#web/http/applications.ts';
import { useIsEditor } from '#web/http/me.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { ApplicationTable } from './ApplicationTable.tsx';
import { GetStarted } from './GetStarted.tsx';

/** All applications with their status; without any, the ways to get started. */
export function ApplicationsPage() {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const [isAdding, setAdding] = useState(false);
  const { data: applications } = useQuery(applicationsQuery);
  const isEmpty = applications?.length === 0;
  const actions = isEditor && (
    <>
      <LinkButton to="/application/trash" icon={<DeleteOutlined aria-hidden />}>
        {t('trash.title')}
      </LinkButton>
      {!isEmpty && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          {t('application.new')}
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageHeading title={t('common.menu.application')} lead={t('application.lead')} actions={actions} />
      {!applications && <PageSpinner />}
      {isEmpty && (isEditor ? <GetStarted /> : <NoApplications />)}
      {applications && !isEmpty && <ApplicationTable applications={applications} />}
      {isAdding && <NewApplicationDialog onClose={() => setAdding(false)} />}
    </>
  );
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

/** Offers the ways to create an application. */
function NewApplicationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal open width={1040} title={t('application.new')} footer={null} onCancel={onClose}>
      <GetStarted />
    </Modal>
  );
}
