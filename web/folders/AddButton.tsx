import { ImportOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { AddToFolderDialogProps } from './AddToFolderDialog.tsx';
import { AddToFolderDialog } from './lazy-dialogs.ts';

/** Opens the dialog that moves items to the open folder. */
export function AddButton(props: Pick<AddToFolderDialogProps, 'folder' | 'items'>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ImportOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(`folders.add.${props.folder.kind}`)}
      </Button>
      {isOpen && <AddToFolderDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
