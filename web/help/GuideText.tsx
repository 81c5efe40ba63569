import { type MouseEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import style from './HelpArea.module.css';

/** Text of ours as HTML. Links in it stay within the page, and an address can name one of its headings. */
export function GuideText({ html }: { html: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { hash } = location;
    if (hash) place.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [location]);
  const handleClick = (event: MouseEvent) => {
    const link = (event.target as HTMLElement).closest('a');
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!link || !isPlain || link.origin !== window.location.origin || link.pathname.startsWith('/api')) return;
    event.preventDefault();
    void navigate(`${link.pathname}${link.search}${link.hash}`);
  };
  return <div ref={place} className={style['text']} onClick={handleClick} dangerouslySetInnerHTML={{ __html: html }} />;
}
