import { ArrowDownOutlined, ArrowUpOutlined, DownOutlined, PushpinFilled } from '@ant-design/icons';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CellFormat } from '#contract/chart.ts';
import type { Direction } from '#contract/query.ts';
import style from './HeadLabel.module.css';

// Many tables are only read: menus and dialogs come when someone opens one.
const HeadMenu = lazy(() => import('./HeadMenu.tsx').then((module) => ({ default: module.HeadMenu })));
const RuleDialog = lazy(() => import('./RuleDialog.tsx').then((module) => ({ default: module.RuleDialog })));

export type HeadProps = {
  name: string;
  label: string;
  direction: Direction | undefined;
  /** Which of several orders this one is. */
  rank: number | null;
  isPinned: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onSort: (keepsOthers: boolean) => void;
  onOrder: (direction: Direction | null) => void;
  onPin: () => void;
  onFit: () => void;
  formats: CellFormat[];
  onFormats: ((formats: CellFormat[]) => void) | undefined;
};

/** The name of a column, which sorts, and a menu of what else can be done with it. */
export function HeadLabel(props: HeadProps) {
  const { label, direction, rank, isPinned, isOpen, onOpen, onSort } = props;
  const { t } = useTranslation();
  const [isRuling, setRuling] = useState(false);
  const menuLabel = t('grid.menu', { column: label });
  const opener = (
    <button
      type="button"
      tabIndex={-1}
      className={style['more']}
      aria-label={menuLabel}
      aria-haspopup="menu"
      onClick={() => onOpen(true)}
    >
      <DownOutlined aria-hidden />
    </button>
  );
  const Arrow = direction === 'ascending' ? ArrowUpOutlined : ArrowDownOutlined;
  return (
    <>
      {isPinned && <PushpinFilled className={style['mark']} aria-hidden />}
      <button
        type="button"
        tabIndex={-1}
        className={style['label']}
        title={label}
        onClick={(event: MouseEvent) => onSort(event.shiftKey)}
      >
        <span dir="auto">{label}</span>
        {direction && <Arrow className={style['arrow']} aria-hidden />}
        {rank && <sup>{rank}</sup>}
      </button>
      {isOpen ? (
        // As many heads as are in sight have a menu; only the one that is open is made.
        <Suspense fallback={opener}>
          <HeadMenu head={props} menuLabel={menuLabel} onRule={() => setRuling(true)}>
            <button type="button" tabIndex={-1} className={style['more']} data-open aria-label={menuLabel}>
              <DownOutlined aria-hidden />
            </button>
          </HeadMenu>
        </Suspense>
      ) : (
        opener
      )}
      {isRuling && (
        <Suspense>
          <RuleDialog
            column={props.name}
            label={label}
            formats={props.formats}
            onFormats={props.onFormats!}
            onClose={() => setRuling(false)}
          />
        </Suspense>
      )}
    </>
  );
}
