import { FolderAddOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FolderKind } from '#contract/folders/routes.ts';
import { FolderNameDialog } from './lazy-dialogs.ts';

/** Creates a folder in the open folder. */
export function NewFolderButton({ kind, parent }: { kind: FolderKind; parent: string | null }) {
  const { t } = useTranslation();
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Button icon={<FolderAddOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setNaming(true)}>
        {t('folders.new')}
      </Button>
      {isNaming && <FolderNameDialog kind={kind} parent={parent} onClose={() => setNaming(false)} />}
    </>
  );
}
