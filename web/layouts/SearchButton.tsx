import { SearchOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isTyping } from './is-typing.ts';

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })));

function opensSearch(event: KeyboardEvent): boolean {
  if (event.isComposing) return false;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return true;
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
}

/** Opens the palette; so do Ctrl/⌘K and a slash. */
export function SearchButton() {
  const { t } = useTranslation();
  const [early, setEarly] = useState<ReturnType<typeof captureKeystrokes> | null>(null);
  const open = () => setEarly(early ?? captureKeystrokes());
  const close = () => {
    early?.take();
    setEarly(null);
  };
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  });
  return (
    <>
      <Button
        type="text"
        aria-label={t('search.title')}
        aria-keyshortcuts="Control+K"
        icon={<SearchOutlined />}
        onClick={open}
        data-testid="search"
      />
      {early && (
        <Suspense>
          <Palette early={early.take} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Captures keystrokes typed before a lazy-loaded field is there; the field takes them when it mounts. */
function captureKeystrokes(): { take: () => string } {
  let text = '';
  const handleKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', handleKey);
  return {
    take: () => {
      window.removeEventListener('keydown', handleKey);
      return text;
    },
  };
}
