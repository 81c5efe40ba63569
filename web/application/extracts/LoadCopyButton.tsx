import { CloudDownloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { LoadCopyDialog } from './LoadCopyDialog.tsx';

/** Loads rows of a connected table into Shuju. */
export function LoadCopyButton({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<CloudDownloadOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('loads.copy.title')}
      </Button>
      {isOpen && <LoadCopyDialog dataset={dataset} onClose={() => setOpen(false)} />}
    </>
  );
}
