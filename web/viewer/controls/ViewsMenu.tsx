import { BookOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';

import { Pop } from '#web/explore/Pop.tsx';
import type { ControlsProps } from './control-fields.tsx';

const ViewsPanel = lazy(() => import('./ViewsPanel.tsx').then((module) => ({ default: module.ViewsPanel })));

/** Saved views, and links to the current state. */
export function ViewsMenu({ setting }: { setting: ControlsProps }) {
  const { t } = useTranslation();
  return (
    <Pop renderPanel={(close) => <ViewsPanel setting={setting} onClose={close} />}>
      {(isOpen) => (
        <Button icon={<BookOutlined aria-hidden />} aria-haspopup="dialog" aria-expanded={isOpen}>
          {t('dashboard.controls.views')}
        </Button>
      )}
    </Pop>
  );
}
