import { Link } from 'react-router';

import style from './Crumbs.module.css';

/** The way back up, above the heading of a page. */
export function Crumbs({ label, links }: { label: string; links: { to: string; text: string }[] }) {
  return (
    <nav className={style['crumbs']} aria-label={label}>
      {links.map(({ to, text }) => (
        <Link key={to} to={to} dir="auto">
          {text}
        </Link>
      ))}
    </nav>
  );
}
