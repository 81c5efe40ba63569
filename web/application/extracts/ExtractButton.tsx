import { CloudDownloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { storedColumnsIn } from '#domain/columns/column.ts';
import { ExtractDialog } from './ExtractDialog.tsx';

/** Loads rows of a connected table into Shuju. */
export function ExtractButton({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const columns = storedColumnsIn(dataset.columns);
  return (
    <>
      <Button icon={<CloudDownloadOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('extracts.extract')}
      </Button>
      {isOpen && <ExtractDialog dataset={{ ...dataset, columns }} onClose={() => setOpen(false)} />}
    </>
  );
}
