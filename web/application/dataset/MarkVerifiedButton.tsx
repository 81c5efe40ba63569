import { CheckCircleOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { VerificationDialog } from './VerificationDialog.tsx';

/** Marks a dataset as verified. */
export function MarkVerifiedButton({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<CheckCircleOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('verification.mark')}
      </Button>
      {isOpen && <VerificationDialog dataset={dataset} onClose={() => setOpen(false)} />}
    </>
  );
}
