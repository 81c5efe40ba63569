import { useEffect } from 'react';

import { type LiveChange, liveRoots, staleKeysOf } from '#contract/live/changes.ts';
import { fetchRoute } from './client.ts';
import { invalidate } from './invalidate.ts';
import { keepConnected } from './keep-connected.ts';
import { sessionAge } from '#web/shell/token.ts';
import { meQuery } from './me.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import { queryClient } from './query-client.ts';

const firstRetryMs = 1_000;

let subscribers = 0;
let stream: AbortController | undefined;

/** Keeps the queries of a page up to date. Pages share one event stream, which is closed while the tab is hidden. */
export function useLive(): void {
  useEffect(() => {
    subscribers += 1;
    updateConnection();
    document.addEventListener('visibilitychange', updateConnection);
    return () => {
      subscribers -= 1;
      document.removeEventListener('visibilitychange', updateConnection);
      // The next page may be about to subscribe.
      setTimeout(updateConnection, 0);
    };
  }, []);
}

/** A change, or a notice that changes were missed while disconnected. */
export type LiveMessage = LiveChange | { kind: 'missed' };

const watchers = new Set<(message: LiveMessage) => void>();

/** Subscribes to every change, for more than query invalidation. */
export function watchChanges(watcher: (message: LiveMessage) => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function publish(message: LiveMessage): void {
  for (const watcher of watchers) watcher(message);
}

function updateConnection(): void {
  const isNeeded = subscribers > 0 && !document.hidden;
  if (isNeeded && !stream) connect((stream = new AbortController()).signal);
  if (isNeeded || !stream) return;
  stream.abort();
  stream = undefined;
}

// Changes are missed while there is no stream. The first stream requests those since the page began to load.
let hasMissed = false;

function connect(signal: AbortSignal): void {
  const read = (onOpen: () => void) => readStream(signal, onOpen).finally(() => (hasMissed = true));
  void keepConnected({ signal, firstRetryMs, read });
}

const allKeys = liveRoots.map((root) => [root]);

async function readStream(signal: AbortSignal, handleOpen: () => void): Promise<void> {
  const age = hasMissed ? {} : { age: sessionAge() };
  const { body } = await fetchRoute('GET /live', age, signal);
  handleOpen();
  if (hasMissed) handleMessage({ kind: 'missed' });
  for await (const message of readServerSentEvents(body!)) handleMessage(JSON.parse(message) as LiveMessage);
}

function handleMessage(message: LiveMessage): void {
  const viewer = queryClient.getQueryData(meQuery.queryKey)?.id;
  invalidate(message.kind === 'missed' ? allKeys : staleKeysOf(message, viewer));
  publish(message);
}
