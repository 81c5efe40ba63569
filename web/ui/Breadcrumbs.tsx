import { Link } from 'react-router';

import style from './Crumbs.module.css';

/** Links to the parent pages, above the heading. */
export function Breadcrumbs({ label, links }: { label: string; links: { to: string; text: string }[] }) {
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
