import Dropdown from 'antd/es/dropdown';
import { cloneElement, useState } from 'react';

import { isByKeyboard, type MenuProps, visibilityDelay, type Want } from './Menu.tsx';

/** The menu itself: open from the start, because it is loaded when it is wanted. */
export function DropdownMenu({
  label,
  items,
  opensOn = 'pointer',
  children,
  wantedBy,
}: MenuProps & { wantedBy: Want }) {
  const [isOpen, setOpen] = useState(true);
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const [takesFocus, setTakesFocus] = useState(wantedBy === 'keyboard');
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
        // Whoever points and then clicks wants the menu, not to lose it again.
        onClick: (event) => {
          setTakesFocus(isByKeyboard(event));
          setOpen(true);
        },
      })}
    </Dropdown>
  );
}
