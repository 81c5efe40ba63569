import Dropdown from 'antd/es/dropdown';
import { cloneElement, useState } from 'react';

import { isByKeyboard, type MenuOpener, type MenuProps, visibilityDelay } from './menu-trigger.ts';

/** The lazy-loaded menu; initially open, because it is loaded when it is opened. */
export function DropdownMenu({
  label,
  items,
  opensOn = 'pointer',
  children,
  openedBy,
}: MenuProps & { openedBy: MenuOpener }) {
  const [isOpen, setOpen] = useState(true);
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const [takesFocus, setTakesFocus] = useState(openedBy === 'keyboard');
  const handleOpenChange = (open: boolean) => {
    setOpen(open);
    if (!open && takesFocus) trigger?.focus();
  };
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={handleOpenChange}
      autoFocus={takesFocus}
      trigger={opensOn === 'click' ? ['click'] : ['hover', 'click']}
      mouseEnterDelay={visibilityDelay / 1000}
      mouseLeaveDelay={visibilityDelay / 1000}
      menu={{
        'aria-label': label,
        selectedKeys: items.filter((item) => item.selected).map((item) => item.key),
        items: items.map(({ key, text, icon }) => ({ key, label: text, icon })),
        onClick: ({ key }) => items.find((item) => item.key === key)?.onSelect(),
      }}
    >
      {cloneElement(children, {
        ref: setTrigger,
        // A click after hovering keeps the menu open instead of closing it.
        onClick: (event) => {
          setTakesFocus(isByKeyboard(event));
          setOpen(true);
        },
      })}
    </Dropdown>
  );
}
