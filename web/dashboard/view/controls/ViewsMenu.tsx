import { BookOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';

import { Pop } from '../../explore/Pop.tsx';
import type { Setting } from './fields.tsx';

const ViewsPanel = lazy(() => import('./ViewsPanel.tsx').then((module) => ({ default: module.ViewsPanel })));

/** What was set before and kept, and links to what is set now. */
export function ViewsMenu({ setting }: { setting: Setting }) {
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
