import { cloneElement, lazy, Suspense, useEffect, useState } from 'react';

import { isByKeyboard, type MenuOpener, type MenuProps, visibilityDelay } from './menu-trigger.ts';

const loadDropdown = () => import('./DropdownMenu.tsx');
const DropdownMenu = lazy(() => loadDropdown().then((module) => ({ default: module.DropdownMenu })));

/** A dropdown menu, whose code is loaded when the pointer or focus reaches its trigger. */
export function Menu({ children, ...props }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<MenuOpener>();
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    if (!isHovered) return undefined;
    const timer = setTimeout(() => setOpenedBy((opener) => opener ?? 'pointer'), visibilityDelay);
    return () => clearTimeout(timer);
  }, [isHovered]);
  const trigger = cloneElement(children, {
    onPointerEnter: () => {
      void loadDropdown();
      setHovered(props.opensOn !== 'click');
    },
    onPointerLeave: () => {
      setHovered(false);
      setOpenedBy((opener) => (opener === 'pointer' ? undefined : opener));
    },
    onFocus: () => void loadDropdown(),
    onClick: (event) => setOpenedBy(isByKeyboard(event) ? 'keyboard' : 'click'),
  });
  if (!openedBy) return trigger;
  return (
    <Suspense fallback={trigger}>
      {/* The trigger is mounted again, so it needs its focus back after a click. */}
      <DropdownMenu {...props} openedBy={openedBy}>
        {cloneElement(children, { autoFocus: openedBy !== 'pointer' })}
      </DropdownMenu>
    </Suspense>
  );
}
