import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useTranslation } from 'react-i18next';

import { useSource } from '../dashboard-source.ts';
import { Chips } from './Chips.tsx';
import { ControlFieldList } from './ControlFieldList.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import style from './ControlsBar.module.css';
import type { ControlsProps } from './control-fields.tsx';
import { ViewsPanel } from './ViewsPanel.tsx';

/** All controls in one sheet, for phones. */
export function ControlsSheet({ setting, onClose }: { setting: ControlsProps; onClose: () => void }) {
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
        <ControlFieldList setting={setting} layout="sheet" />
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
