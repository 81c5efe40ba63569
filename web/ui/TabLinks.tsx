import { NavLink } from 'react-router';

import style from './TabLinks.module.css';

export type TabLink = { to: string; text: string; count?: string | undefined };

/** The parts of a page, each with an address of its own. */
export function TabLinks({ label, tabs }: { label: string; tabs: TabLink[] }) {
  return (
    <nav className={style['tabs']} aria-label={label}>
      {tabs.map(({ to, text, count }) => (
        <NavLink key={to} to={to} replace>
          {text}
          {count && <span className={style['count']}>{count}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
