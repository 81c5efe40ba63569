import { ApiOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DataSource } from './snippets.ts';

const DataAddressDialog = lazy(() =>
  import('./DataAddressDialog.tsx').then((module) => ({ default: module.DataAddressDialog })),
);

type DataAddressButtonProps = {
  source: DataSource;
  name: string;
  /** Whether there is space for the icon only. */
  isNarrow?: boolean;
};

/** Opens the data address of a dataset, chart or card, for other tools. */
export function DataAddressButton({ source, name, isNarrow = false }: DataAddressButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<ApiOutlined aria-hidden />}
        aria-label={t('elsewhere.open')}
        title={isNarrow ? t('elsewhere.open') : undefined}
        onClick={() => setOpen(true)}
      >
        {isNarrow ? null : t('elsewhere.open')}
      </Button>
      <Suspense>{isOpen && <DataAddressDialog source={source} name={name} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
