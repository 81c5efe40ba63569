import { FilterOutlined, BookOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useNarrow } from '#web/ui/narrow.ts';
import { Pop } from '#web/explore/Pop.tsx';
import { useSource } from '../dashboard-source.ts';
import { countChanges } from './changes.ts';
import { Chips } from './Chips.tsx';
import style from './ControlsBar.module.css';
import { ControlFieldList } from './ControlFieldList.tsx';
import type { ControlsProps } from './control-fields.tsx';
import { useSettingWhenDrawn } from './use-setting-when-drawn.ts';

const Sheet = lazy(() => import('./ControlsSheet.tsx').then((module) => ({ default: module.ControlsSheet })));

/** The controls of the dashboard: time range, comparison, filters, and the active ones as chips. */
export const ControlsBar = memo(function ControlsBar(setting: ControlsProps) {
  const { t } = useTranslation();
  const isNarrow = useNarrow();
  return (
    <section className={style['bar']} aria-label={t('dashboard.controls.label')}>
      {isNarrow ? <SheetButton setting={setting} /> : <WideBar setting={setting} />}
    </section>
  );
});

function WideBar({ setting }: { setting: ControlsProps }) {
  const { allows } = useSource();
  const drawnSetting = useSettingWhenDrawn(setting);
  return (
    <div className={style['bar-row']}>
      <div className={style['row']}>
        <ControlFieldList setting={drawnSetting} layout="bar" />
        <div className={style['strip']}>
          <Chips setting={setting} />
        </div>
      </div>
      {!allows && <ViewsMenu setting={drawnSetting} />}
    </div>
  );
}

function SheetButton({ setting }: { setting: ControlsProps }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const count = countChanges(setting.dashboard, setting.state);
  return (
    <>
      <Button icon={<FilterOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? t('dashboard.controls.filtersSet', { count }) : t('dashboard.controls.filters')}
      </Button>
      {isOpen && (
        <Suspense>
          <Sheet setting={setting} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const ViewsPanel = lazy(() => import('./ViewsPanel.tsx').then((module) => ({ default: module.ViewsPanel })));

/** Saved views, and links to the current state. */
const ViewsMenu = memo(function ViewsMenu({ setting }: { setting: ControlsProps }) {
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
});
