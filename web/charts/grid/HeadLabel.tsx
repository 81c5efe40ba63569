import { ArrowDownOutlined, ArrowUpOutlined, DownOutlined, PushpinFilled } from '@ant-design/icons';
import Dropdown from 'antd/es/dropdown';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CellFormat } from '#contract/chart.ts';
import type { Direction } from '#contract/query.ts';
import { formatItems } from './format-items.ts';
import style from './HeadLabel.module.css';
import { RuleDialog } from './RuleDialog.tsx';

type Props = {
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
export function HeadLabel(props: Props) {
  const { label, direction, rank, isPinned, isOpen, onOpen, onSort } = props;
  const { t } = useTranslation();
  const [isRuling, setRuling] = useState(false);
  const menuLabel = t('grid.menu', { column: label });
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
        <Dropdown
          open
          onOpenChange={onOpen}
          trigger={['click']}
          autoFocus
          menu={{ items: itemsOf(props, t, () => setRuling(true)), 'aria-label': menuLabel }}
        >
          <button type="button" tabIndex={-1} className={style['more']} data-open aria-label={menuLabel}>
            <DownOutlined aria-hidden />
          </button>
        </Dropdown>
      ) : (
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
      )}
      {isRuling && (
        <RuleDialog
          column={props.name}
          label={label}
          formats={props.formats}
          onFormats={props.onFormats!}
          onClose={() => setRuling(false)}
        />
      )}
    </>
  );
}

function itemsOf(props: Props, t: (key: string) => string, onRule: () => void) {
  const { direction, isPinned, onOrder, onPin, onFit, onFormats } = props;
  return [
    { key: 'ascending', label: t('grid.ascending'), onClick: () => onOrder('ascending') },
    { key: 'descending', label: t('grid.descending'), onClick: () => onOrder('descending') },
    ...(direction ? [{ key: 'unsorted', label: t('grid.unsorted'), onClick: () => onOrder(null) }] : []),
    { type: 'divider' as const },
    { key: 'pin', label: t(isPinned ? 'grid.unpin' : 'grid.pin'), onClick: onPin },
    { key: 'fit', label: t('grid.fit'), onClick: onFit },
    ...(onFormats ? [{ type: 'divider' as const }, ...formatItems({ ...props, onFormats }, t, onRule)] : []),
  ];
}
