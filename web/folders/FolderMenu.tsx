import { MoreOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Folder } from '#contract/folders/routes.ts';
import { AccessDialog } from '#web/access/lazy-access-dialog.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { DeleteFolderDialog, FolderNameDialog, MoveDialog } from './lazy-dialogs.ts';

type FolderMenuProps = { folder: Folder; onDelete?: () => void };

/** Actions on a folder that the member may edit. */
export function FolderMenu({ folder, onDelete }: FolderMenuProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'rename' | 'access' | 'move' | 'delete'>();
  const close = () => setDialog(undefined);
  const { id, kind, name } = folder;
  const label = t('folders.actions', { name });
  return (
    <>
      <Menu
        label={label}
        items={[
          { key: 'rename', text: t('folders.rename'), onSelect: () => setDialog('rename') },
          { key: 'access', text: t('access.title'), onSelect: () => setDialog('access') },
          { key: 'move', text: t('folders.move'), onSelect: () => setDialog('move') },
          { key: 'delete', text: t('folders.delete'), onSelect: () => setDialog('delete') },
        ]}
      >
        <Button type="text" icon={<MoreOutlined />} aria-label={label} aria-haspopup="menu" />
      </Menu>
      {dialog === 'rename' && <FolderNameDialog folder={folder} onClose={close} />}
      {dialog === 'access' && <AccessDialog kind="folder" id={id} onClose={close} />}
      {dialog === 'move' && <MoveDialog kind={kind} name={name} moved={{ folders: [id] }} onClose={close} />}
      {dialog === 'delete' && <DeleteFolderDialog folder={folder} onDelete={onDelete} onClose={close} />}
    </>
  );
}
