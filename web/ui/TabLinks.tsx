import { useEffect, useRef } from 'react';
import { Link } from 'react-router';

import style from './TabLinks.module.css';

export type TabLink = { to: string; text: string; selected: boolean; count?: string | undefined };

/** Tabs of a page, each with its own URL. */
export function TabLinks({ label, tabs }: { label: string; tabs: TabLink[] }) {
  const bar = useRef<HTMLElement>(null);
  const selected = tabs.findIndex((tab) => tab.selected);
  useEffect(() => scrollTabIntoView(bar.current, selected), [selected]);
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

/** On a narrow screen the bar scrolls: centres the open tab. Scrolls only the bar, not the page. */
function scrollTabIntoView(bar: HTMLElement | null, index: number): void {
  const current = bar?.children[index];
  if (!bar || !current) return;
  const [outer, inner] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
  bar.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
