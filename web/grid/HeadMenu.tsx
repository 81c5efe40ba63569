import Dropdown from 'antd/es/dropdown';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

import type { CellFormat } from '#domain/query/chart.ts';
import type { Direction } from '#domain/query/query.ts';
import { formatItems } from './format-items.ts';

/** State of a column and the actions of its menu. */
export type ColumnActions = {
  name: string;
  direction: Direction | undefined;
  isPinned: boolean;
  onOpen: (isOpen: boolean) => void;
  onOrder: (direction: Direction | null) => void;
  onPin: () => void;
  onFit: () => void;
  formats: CellFormat[];
  onFormats: ((formats: CellFormat[]) => void) | undefined;
};

type HeadMenuProps = { head: ColumnActions; menuLabel: string; onRule: () => void; children: ReactElement };

/** Column menu; open from the start, since it is loaded on demand. */
export function HeadMenu({ head, menuLabel, onRule, children }: HeadMenuProps) {
  const { t } = useTranslation();
  return (
    <Dropdown
      open
      onOpenChange={head.onOpen}
      trigger={['click']}
      autoFocus
      menu={{ items: itemsOf(head, t, onRule), 'aria-label': menuLabel }}
    >
      {children}
    </Dropdown>
  );
}

function itemsOf(props: ColumnActions, t: (key: string) => string, onRule: () => void) {
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
