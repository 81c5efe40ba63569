import {
  cloneElement,
  lazy,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useState,
} from 'react';

export type MenuItem = { key: string; text: ReactNode; icon?: ReactNode; selected?: boolean; onSelect: () => void };
export type MenuProps = {
  label: string;
  items: MenuItem[];
  /** Where many menus are side by side, hovering does not open them. */
  opensOn?: 'pointer' | 'click';
  children: ReactElement<TriggerProps>;
};
export type MenuOpener = 'pointer' | 'click' | 'keyboard';

type TriggerProps = {
  ref?: Ref<HTMLElement>;
  autoFocus?: boolean;
  onPointerEnter?: () => void;
  onPointerLeave?: () => void;
  onFocus?: () => void;
  onClick?: (event: MouseEvent) => void;
};

/** Delay in milliseconds before a menu opens on hover and closes after it. */
export const visibilityDelay = 50;

/** Whether a click was made by keyboard. */
export const isByKeyboard = (event: MouseEvent) => event.detail === 0;

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
