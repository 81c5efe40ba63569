import { MoreOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Folder } from '#contract/folders/routes.ts';
import { AccessDialog } from '#web/access/lazy-access-dialog.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { useDeleteFolder } from './actions.ts';
import { FolderNameDialog, MoveDialog } from './lazy-dialogs.ts';

type FolderMenuProps = { folder: Folder; isEmpty: boolean; onDelete?: () => void };

/** What can be done with a folder that the member may edit. */
export function FolderMenu({ folder, isEmpty, onDelete }: FolderMenuProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'rename' | 'access' | 'move'>();
  const close = () => setDialog(undefined);
  const { id, kind, name } = folder;
  const remove = useDeleteFolder(folder, onDelete);
  const askAndRemove = () =>
    void confirmDanger({
      title: t('folders.deleteTitle', { name }),
      text: isEmpty ? t('folders.deleteEmpty') : t(`folders.deleteText.${kind}`),
      yes: t(isEmpty ? 'folders.delete' : 'folders.deleteAndMove'),
      onYes: remove,
    });
  const label = t('folders.actions', { name });
  return (
    <>
      <Menu
        label={label}
        items={[
          { key: 'rename', text: t('folders.rename'), onSelect: () => setDialog('rename') },
          { key: 'access', text: t('access.title'), onSelect: () => setDialog('access') },
          { key: 'move', text: t('folders.move'), onSelect: () => setDialog('move') },
          { key: 'delete', text: t('folders.delete'), onSelect: askAndRemove },
        ]}
      >
        <Button type="text" icon={<MoreOutlined />} aria-label={label} aria-haspopup="menu" />
      </Menu>
      {dialog === 'rename' && <FolderNameDialog folder={folder} onClose={close} />}
      {dialog === 'access' && <AccessDialog kind="folder" id={id} onClose={close} />}
      {dialog === 'move' && <MoveDialog kind={kind} name={name} moved={{ folders: [id] }} onClose={close} />}
    </>
  );
}
