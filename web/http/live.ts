import { useEffect } from 'react';

import type { Change } from '#contract/live.ts';
import { reach } from './client.ts';
import { invalidate } from './freshness.ts';
import { meQuery } from './me.ts';
import { readMessages } from './messages.ts';
import { queryClient } from './queries.ts';

const firstWait = 1_000;
const longestWait = 30_000;

let listeners = 0;
let stream: AbortController | undefined;

/** Keeps what the page shows up to date: pages that want it share one stream, which rests while nobody looks. */
export function useLive(): void {
  useEffect(() => {
    listeners += 1;
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      listeners -= 1;
      document.removeEventListener('visibilitychange', follow);
      // Another page that listens may be about to take over.
      setTimeout(follow, 0);
    };
  }, []);
}

/** What was heard: a change, or that there were some while nobody listened. */
export type Heard = Change | { kind: 'missed' };

const watchers = new Set<(heard: Heard) => void>();

/** Tells of every change while someone listens, for what is more than a query. */
export function watchChanges(watcher: (heard: Heard) => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell(heard: Heard): void {
  for (const watcher of watchers) watcher(heard);
}

function follow(): void {
  const isWanted = listeners > 0 && !document.hidden;
  if (isWanted && !stream) void listen((stream = new AbortController()).signal);
  if (isWanted || !stream) return;
  stream.abort();
  stream = undefined;
}

let hasMissed = false;

/** Listens for as long as it is wanted; waits longer after each failure. */
async function listen(signal: AbortSignal): Promise<void> {
  let wait = firstWait;
  while (!signal.aborted) {
    await hear(signal, () => (wait = firstWait)).catch(() => undefined);
    hasMissed = true;
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, longestWait);
  }
}

const everything = [
  'applications',
  'application',
  'dataset',
  'charts',
  'chart',
  'dashboards',
  'dashboard',
  'notifications',
  'channels',
  'alerts',
  'alert',
  'shares',
  'limits',
  'members',
  'upload',
  'import',
  'trash',
].map((kind) => [kind]);

async function hear(signal: AbortSignal, handleOpen: () => void): Promise<void> {
  const { body } = await reach('GET /live', {}, signal);
  handleOpen();
  // Whatever happened while nobody listened is in no message.
  if (hasMissed) {
    invalidate(everything);
    tell({ kind: 'missed' });
  }
  for await (const message of readMessages(body!)) {
    const change = JSON.parse(message) as Change;
    invalidate(keysOf(change));
    tell(change);
  }
}

/** Which queries each kind of change makes stale. */
const staleBy: { [Kind in Change['kind']]: (change: Extract<Change, { kind: Kind }>) => string[][] } = {
  // A dataset that goes to the trash, or comes back from it, is told as a change of its application.
  application: ({ id }) => [['applications'], ['application', id], ['dataset'], ['trash']],
  dataset: ({ id, application }) => [
    ['applications'],
    ['application', application],
    ['dataset', id],
    ['dataset', 'all'],
    ['trash'],
  ],
  chart: ({ id }) => [['charts'], ['chart', id]],
  dashboard: ({ id }) => [['dashboards'], ['dashboard', id], ['trash']],
  notification: () => [['notifications']],
  access: ({ thing, id }) =>
    thing === 'dashboard'
      ? [['dashboards'], ['dashboard', id], ['trash']]
      : [['applications'], ['application', id], ['dataset'], ['charts'], ['chart'], ['dashboards'], ['trash']],
  channels: () => [['channels']],
  alert: ({ id }) => [['alerts'], ['alert', id]],
  share: ({ dashboard }) => [['shares'], ['dashboard', dashboard, 'shares']],
  report: ({ id }) => [['reports'], ['report', id]],
  limits: () => [['limits']],
  // Another role, say, is told to whoever has it.
  member: ({ id }) => (queryClient.getQueryData(meQuery.queryKey)?.id === id ? [['members'], ['me']] : [['members']]),
  upload: ({ id }) => [['upload', id]],
  import: ({ id, application }) => [
    ['import', id],
    ['application', application, 'imports'],
  ],
};

const keysOf = (change: Change) => (staleBy[change.kind] as (change: Change) => string[][])(change);
