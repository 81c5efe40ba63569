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
  /** Where there are many menus side by side, pointing at one is not wanting it. */
  opensOn?: 'pointer' | 'click';
  children: ReactElement<TriggerProps>;
};
export type Want = 'pointer' | 'click' | 'keyboard';

type TriggerProps = {
  ref?: Ref<HTMLElement>;
  autoFocus?: boolean;
  onPointerEnter?: () => void;
  onPointerLeave?: () => void;
  onFocus?: () => void;
  onClick?: (event: MouseEvent) => void;
};

/** How long a pointer rests on a trigger before its menu shows, and how long a menu outlives it. */
export const visibilityDelay = 50;

/** A click that no pointer made. */
export const isByKeyboard = (event: MouseEvent) => event.detail === 0;

const loadDropdown = () => import('./DropdownMenu.tsx');
const DropdownMenu = lazy(() => loadDropdown().then((module) => ({ default: module.DropdownMenu })));

/** A menu that drops down from its trigger; its code comes when someone reaches for it. */
export function Menu({ children, ...props }: MenuProps) {
  const [wantedBy, setWantedBy] = useState<Want>();
  const [isPointedAt, setPointedAt] = useState(false);
  useEffect(() => {
    if (!isPointedAt) return undefined;
    const timer = setTimeout(() => setWantedBy((want) => want ?? 'pointer'), visibilityDelay);
    return () => clearTimeout(timer);
  }, [isPointedAt]);
  const trigger = cloneElement(children, {
    onPointerEnter: () => {
      void loadDropdown();
      setPointedAt(props.opensOn !== 'click');
    },
    onPointerLeave: () => {
      setPointedAt(false);
      setWantedBy((want) => (want === 'pointer' ? undefined : want));
    },
    onFocus: () => void loadDropdown(),
    onClick: (event) => setWantedBy(isByKeyboard(event) ? 'keyboard' : 'click'),
  });
  if (!wantedBy) return trigger;
  return (
    <Suspense fallback={trigger}>
      {/* The trigger is drawn anew, so a click has to give it its focus back. */}
      <DropdownMenu {...props} wantedBy={wantedBy}>
        {cloneElement(children, { autoFocus: wantedBy !== 'pointer' })}
      </DropdownMenu>
    </Suspense>
  );
}
