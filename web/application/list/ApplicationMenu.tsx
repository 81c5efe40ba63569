import { MoreOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Application } from '#contract/applications/routes.ts';
import { AccessDialog } from '#web/access/lazy-access-dialog.ts';
import { MoveDialog } from '#web/folders/lazy-dialogs.ts';
import { Menu } from '#web/ui/Menu.tsx';

/** Actions on an application in the list. */
export function ApplicationMenu({ application: { id, name, folder } }: { application: Application }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'access' | 'move'>();
  const close = () => setDialog(undefined);
  const label = t('application.actionsOf', { name });
  return (
    <>
      <Menu
        label={label}
        items={[
          { key: 'access', text: t('access.title'), onSelect: () => setDialog('access') },
          { key: 'move', text: t('folders.move'), onSelect: () => setDialog('move') },
        ]}
      >
        <Button type="text" icon={<MoreOutlined />} aria-label={label} aria-haspopup="menu" />
      </Menu>
      {dialog === 'access' && <AccessDialog kind="application" id={id} onClose={close} />}
      {dialog === 'move' && (
        <MoveDialog kind="application" name={name} moved={{ applications: [id] }} current={folder} onClose={close} />
      )}
    </>
  );
}
