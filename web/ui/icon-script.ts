import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

import { installationQuery } from '#web/http/installation.ts';
import { createListeners } from '#web/shell/listeners.ts';

const timeoutMs = 6_000;
type IconScriptState = 'none' | 'loading' | 'loaded' | 'failed';

let state: IconScriptState = 'none';
const { subscribe, notify } = createListeners();

function setState(next: IconScriptState): void {
  state = next;
  document.documentElement.dataset['iconScript'] = next;
  notify();
}

/** Loads the owner's icon script; after six seconds the bundled icons are used. */
function loadIconScript(url: string): void {
  if (state !== 'none') return;
  setState('loading');
  const script = document.createElement('script');
  const giveUp = () => {
    script.remove();
    setState('failed');
  };
  const timer = setTimeout(giveUp, timeoutMs);
  script.src = url;
  script.async = true;
  script.addEventListener('load', () => {
    clearTimeout(timer);
    if (state === 'loading') setState('loaded');
  });
  script.addEventListener('error', () => {
    clearTimeout(timer);
    giveUp();
  });
  document.head.append(script);
}

/** Loads the icon script, if configured, and rerenders when it has loaded. */
export function useIconScript(): IconScriptState {
  const { data } = useQuery({ ...installationQuery, throwOnError: false });
  const url = data?.iconScript;
  useEffect(() => {
    if (url) loadIconScript(url);
  }, [url]);
  return useSyncExternalStore(subscribe, () => state);
}
