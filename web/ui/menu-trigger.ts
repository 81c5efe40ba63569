import type { MouseEvent, ReactElement, ReactNode, Ref } from 'react';

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
