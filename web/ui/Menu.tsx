import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

export type MenuItem = { key: string; text: ReactNode; icon?: ReactNode; selected?: boolean; onSelect: () => void };
export type MenuProps = { label: string; items: MenuItem[]; children: ReactElement<TriggerProps> };

type TriggerProps = { autoFocus?: boolean; onPointerEnter?: () => void; onFocus?: () => void; onClick?: () => void };

const loadDropdown = () => import('./DropdownMenu.tsx');
const DropdownMenu = lazy(() => loadDropdown().then((module) => ({ default: module.DropdownMenu })));

/** A menu that drops down from its trigger; its code comes when someone reaches for it. */
export function Menu({ children, ...props }: MenuProps) {
  const [wantedBy, setWantedBy] = useState<'pointer' | 'click'>();
  const trigger = cloneElement(children, {
    onPointerEnter: () => setWantedBy('pointer'),
    onFocus: () => void loadDropdown(),
    onClick: () => setWantedBy('click'),
  });
  if (!wantedBy) return trigger;
  return (
    <Suspense fallback={trigger}>
      {/* The trigger is drawn anew, so a click has to give it its focus back. */}
      <DropdownMenu {...props}>{cloneElement(children, { autoFocus: wantedBy === 'click' })}</DropdownMenu>
    </Suspense>
  );
}
