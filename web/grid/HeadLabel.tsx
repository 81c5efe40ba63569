import { ArrowDownOutlined, ArrowUpOutlined, DownOutlined, PushpinFilled } from '@ant-design/icons';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import style from './HeadLabel.module.css';
import type { ColumnActions } from './HeadMenu.tsx';

// Many tables are never edited: menus and dialogs are loaded when opened.
const HeadMenu = lazy(() => import('./HeadMenu.tsx').then((module) => ({ default: module.HeadMenu })));
const RuleDialog = lazy(() => import('./RuleDialog.tsx').then((module) => ({ default: module.RuleDialog })));

type HeadLabelProps = ColumnActions & {
  label: string;
  description: string | undefined;
  /** Position among several sort columns. */
  rank: number | null;
  isOpen: boolean;
  onSort: (keepsOthers: boolean) => void;
};

/** Column name, which sorts on click, and the column menu. */
export function HeadLabel(props: HeadLabelProps) {
  const { label, description, direction, rank, isPinned, isOpen, onOpen, onSort } = props;
  const { t } = useTranslation();
  const [isRuleOpen, setRuleOpen] = useState(false);
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
        title={description ? `${label}\n${description}` : label}
        onClick={(event: MouseEvent) => onSort(event.shiftKey)}
      >
        <span dir="auto" data-described={description !== undefined}>
          {label}
        </span>
        {direction && <Arrow className={style['arrow']} aria-hidden />}
        {rank && <sup>{rank}</sup>}
      </button>
      {isOpen ? (
        // Only the open menu is rendered, not one per visible head.
        <Suspense fallback={opener}>
          <HeadMenu head={props} menuLabel={menuLabel} onRule={() => setRuleOpen(true)}>
            <button type="button" tabIndex={-1} className={style['more']} data-open aria-label={menuLabel}>
              <DownOutlined aria-hidden />
            </button>
          </HeadMenu>
        </Suspense>
      ) : (
        opener
      )}
      {isRuleOpen && (
        <Suspense>
          <RuleDialog
            column={props.name}
            label={label}
            formats={props.formats}
            onFormats={props.onFormats!}
            onClose={() => setRuleOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
