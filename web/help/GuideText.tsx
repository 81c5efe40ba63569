import { type MouseEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import style from './HelpArea.module.css';

/** A guide page as HTML. Links are handled by the router, and a hash scrolls to its heading. */
export function GuideText({ html }: { html: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { hash } = location;
    if (hash) container.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [location]);
  const handleClick = (event: MouseEvent) => {
    const link = (event.target as HTMLElement).closest('a');
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!link || !isPlain || link.origin !== window.location.origin || link.pathname.startsWith('/api')) return;
    event.preventDefault();
    void navigate(`${link.pathname}${link.search}${link.hash}`);
  };
  return (
    <div ref={container} className={style['text']} onClick={handleClick} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
