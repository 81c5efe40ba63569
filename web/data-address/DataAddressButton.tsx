import { ApiOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DataSource } from './snippets.ts';

const DataAddressDialog = lazy(() =>
  import('./DataAddressDialog.tsx').then((module) => ({ default: module.DataAddressDialog })),
);

type Props = {
  source: DataSource;
  name: string;
  /** Whether there is room for the icon alone. */
  isNarrow?: boolean;
};

/** Opens the address of what is shown, for other tools. */
export function DataAddressButton({ source, name, isNarrow = false }: Props) {
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
