import Dropdown from 'antd/es/dropdown';
import { useState } from 'react';

import type { MenuProps } from './Menu.tsx';

const visibilityDelay = 0.05; // seconds; the spec's debounce of 50 ms

/** The menu itself: open from the start, because it is loaded when it is wanted. */
export function DropdownMenu({ label, items, children }: MenuProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={setOpen}
      trigger={['hover', 'click']}
      mouseEnterDelay={visibilityDelay}
      mouseLeaveDelay={visibilityDelay}
      menu={{
        'aria-label': label,
        selectedKeys: items.filter((item) => item.selected).map((item) => item.key),
        items: items.map(({ key, text, icon }) => ({ key, label: text, icon })),
        onClick: ({ key }) => items.find((item) => item.key === key)?.onSelect(),
      }}
    >
      {children}
    </Dropdown>
  );
}
