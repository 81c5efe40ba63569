import { EyeOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const SeeAsDialog = lazy(() => import('./SeeAsDialog.tsx').then((module) => ({ default: module.SeeAsDialog })));

/** Opens the dialog that shows the current page as another member sees it. */
export function SeeAsButton({ className = '' }: { className?: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className={className}
        icon={<EyeOutlined aria-hidden />}
        aria-label={t('seeAs.title')}
        title={t('seeAs.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Suspense>{isOpen && <SeeAsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
