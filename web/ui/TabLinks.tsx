import { Link } from 'react-router';

import style from './TabLinks.module.css';

export type TabLink = { to: string; text: string; selected: boolean; count?: string | undefined };

/** The parts of a page, each with an address of its own. */
export function TabLinks({ label, tabs }: { label: string; tabs: TabLink[] }) {
  return (
    <nav className={style['tabs']} aria-label={label}>
      {tabs.map(({ to, text, selected, count }) => (
        <Link key={to} to={to} aria-current={selected ? 'page' : undefined}>
          {text}
          {count && <span className={style['count']}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
