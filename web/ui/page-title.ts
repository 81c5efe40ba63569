import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

let isFirstPage = true;

/**
 * Sets the document title and, after a navigation, moves the focus to the heading, unless a field of the page already
 * has it.
 */
export function usePageTitle(title: string) {
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
