import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

let isFirstPage = true;

/**
 * Names the page in the browser's tab and, after a navigation, moves the focus to its heading; a form that has taken
 * it already keeps it.
 */
export function usePage(title: string) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t('common.brand')}`;
  }, [title, t]);
  useEffect(() => {
    const isTaken = heading.current?.parentElement?.contains(document.activeElement);
    if (!isFirstPage && !isTaken) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return heading;
}
