import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

import { installationQuery } from '#web/http/installation.ts';

const patience = 6_000;
type State = 'none' | 'loading' | 'loaded' | 'failed';

let state: State = 'none';
const listeners = new Set<() => void>();

function become(next: State): void {
  state = next;
  document.documentElement.dataset['iconScript'] = next;
  for (const listener of listeners) listener();
}

/** Loads the script of icons that the owner configured; after six seconds the bundled ones have to do. */
function loadIconScript(url: string): void {
  if (state !== 'none') return;
  become('loading');
  const script = document.createElement('script');
  const giveUp = () => {
    script.remove();
    become('failed');
  };
  const timer = setTimeout(giveUp, patience);
  script.src = url;
  script.async = true;
  script.addEventListener('load', () => {
    clearTimeout(timer);
    if (state === 'loading') become('loaded');
  });
  script.addEventListener('error', () => {
    clearTimeout(timer);
    giveUp();
  });
  document.head.append(script);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for the icon script, if there is one, and draws again when it has arrived. */
export function useIconScript(): State {
  const { data } = useQuery({ ...installationQuery, throwOnError: false });
  const url = data?.iconScript;
  useEffect(() => {
    if (url) loadIconScript(url);
  }, [url]);
  return useSyncExternalStore(subscribe, () => state);
}
