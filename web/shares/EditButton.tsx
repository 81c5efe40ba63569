import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Share } from '#contract/shares/routes.ts';

const EditDialog = lazy(() => import('./EditDialog.tsx').then((module) => ({ default: module.EditDialog })));

/** Opens the settings of a link. */
export function EditButton({ share, name, dashboard }: { share: Share; name: string; dashboard: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        type="text"
        aria-label={t('share.editOf', { name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('share.edit')}
      </Button>
      {isOpen && (
        <Suspense>
          <EditDialog share={share} dashboard={dashboard} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
