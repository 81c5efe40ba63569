import type { HTMLAttributes } from 'react';
import { Link } from 'react-router';

import style from './Crumbs.module.css';

type Breadcrumb = {
  to: string;
  text: string;
  /** The full name, if `text` is abbreviated. */ title?: string;
  props?: HTMLAttributes<HTMLAnchorElement>;
};

/** Links to the parent pages, above the heading. */
export function Breadcrumbs({ label, links }: { label: string; links: Breadcrumb[] }) {
  return (
    <nav className={style['crumbs']} aria-label={label}>
      {links.map(({ to, text, title = text, props }) => (
        <Link key={to} to={to} dir="auto" title={title} aria-label={title === text ? undefined : title} {...props}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
