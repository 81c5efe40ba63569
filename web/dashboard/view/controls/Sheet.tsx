import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useTranslation } from 'react-i18next';

import { useSource } from '../source.ts';
import { Chips } from './Chips.tsx';
import { Fields } from './ControlsBar.tsx';
import { useReturnFocus } from '#web/ui/dialog.ts';
import style from './ControlsBar.module.css';
import type { Setting } from './fields.tsx';
import { ViewsPanel } from './ViewsPanel.tsx';

/** On a phone everything that can be set is in one sheet. */
export function Sheet({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const { allows } = useSource();
  return (
    <Drawer
      open
      placement="bottom"
      size="85%"
      title={t('dashboard.controls.filters')}
      onClose={onClose}
      extra={
        <Button type="primary" onClick={onClose}>
          {t('dashboard.controls.done')}
        </Button>
      }
    >
      <div className={style['sheet']}>
        <Chips setting={setting} />
        <Fields setting={setting} layout="sheet" />
        {!allows && (
          <>
            <h3>{t('dashboard.controls.views')}</h3>
            <ViewsPanel setting={setting} onClose={onClose} />
          </>
        )}
      </div>
    </Drawer>
  );
}
