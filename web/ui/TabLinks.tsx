import { useEffect, useRef } from 'react';
import { Link } from 'react-router';

import style from './TabLinks.module.css';

export type TabLink = { to: string; text: string; selected: boolean; count?: string | undefined };

/** The parts of a page, each with an address of its own. */
export function TabLinks({ label, tabs }: { label: string; tabs: TabLink[] }) {
  const bar = useRef<HTMLElement>(null);
  const selected = tabs.findIndex((tab) => tab.selected);
  useEffect(() => bringIntoView(bar.current, selected), [selected]);
  return (
    <nav ref={bar} className={style['tabs']} aria-label={label}>
      {tabs.map(({ to, text, selected: isSelected, count }) => (
        <Link key={to} to={to} aria-current={isSelected ? 'page' : undefined}>
          {text}
          {count && <span className={style['count']}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** On a narrow screen the bar scrolls: the part that is open stands in its middle. Only the bar moves, not the page. */
function bringIntoView(bar: HTMLElement | null, place: number): void {
  const current = bar?.children[place];
  if (!bar || !current) return;
  const [outer, inner] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
  bar.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
