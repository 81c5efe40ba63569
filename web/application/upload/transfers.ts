import { useSyncExternalStore } from 'react';

import { call } from '#web/http/client.ts';
import { queryClient } from '#web/http/queries.ts';
import { uploadFile } from '#web/http/upload.ts';
import { browserZone } from '#web/shell/zone.ts';
import { shortFileName } from '../names.ts';

/** A file on its way to the server. */
export type Transfer = {
  id: string;
  name: string;
  bytes: number;
  sent: number;
  /** Bytes a second, lately. */
  speed: number;
  problem: unknown;
};

type Job = { id: string; file: File; abort: AbortController };

// Outside of any page: a file goes on while its reader looks at other pages, and pages cannot remember files.
let transfers: ReadonlyMap<string, Transfer> = new Map();
const jobs: Job[] = [];
const sending = new Set<string>();
const listeners = new Set<() => void>();

// A browser keeps few connections to one server, and the pages need some of them.
const mostAtOnce = 2;

function change(id: string, part: Partial<Transfer> | undefined): void {
  const next = new Map(transfers);
  const before = next.get(id);
  if (part === undefined) next.delete(id);
  else if (before) next.set(id, { ...before, ...part });
  transfers = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTransfers = () => useSyncExternalStore(subscribe, () => transfers);

/** Announces files and begins to send them; answers with the ids of their uploads. */
export async function startUploads(files: File[]): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) {
    const name = shortFileName(file.name);
    const { id } = await call('POST /uploads', { name, bytes: file.size, zone: browserZone });
    transfers = new Map(transfers).set(id, { id, name, bytes: file.size, sent: 0, speed: 0, problem: undefined });
    jobs.push({ id, file, abort: new AbortController() });
    ids.push(id);
  }
  sendNext();
  return ids;
}

/** Breaks a transfer off and throws away what the server has of it. */
export async function cancelUpload(id: string): Promise<void> {
  jobs.find((job) => job.id === id)?.abort.abort();
  if (!sending.has(id)) forget(id);
  change(id, undefined);
  await call('DELETE /uploads/:id', { id }).catch(() => undefined);
  queryClient.removeQueries({ queryKey: ['upload', id] });
}

function forget(id: string): void {
  const place = jobs.findIndex((job) => job.id === id);
  if (place >= 0) jobs.splice(place, 1);
}

function sendNext(): void {
  const job = jobs.find(({ id }) => !sending.has(id));
  if (!job || sending.size >= mostAtOnce) return;
  void send(job);
  sendNext();
}

async function send({ id, file, abort }: Job): Promise<void> {
  sending.add(id);
  window.addEventListener('beforeunload', warn);
  try {
    const measure = meterOf();
    await uploadFile(id, file, {
      signal: abort.signal,
      onProgress: (sent) => change(id, { sent, speed: measure(sent) }),
    });
    change(id, undefined);
  } catch (problem) {
    change(id, { problem });
  }
  forget(id);
  sending.delete(id);
  if (sending.size === 0) window.removeEventListener('beforeunload', warn);
  // Of what was cancelled the server knows nothing any more.
  if (!abort.signal.aborted) void queryClient.invalidateQueries({ queryKey: ['upload', id] });
  sendNext();
}

// A file that is left half way has to be sent again from its beginning.
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Bytes a second, with more weight on the last moments. */
export function meterOf(now: () => number = () => performance.now()): (sent: number) => number {
  let last = { at: now(), sent: 0 };
  let speed = 0;
  return (sent) => {
    const seconds = (now() - last.at) / 1000;
    if (seconds < 0.2) return speed;
    const lately = (sent - last.sent) / seconds;
    speed = speed === 0 ? lately : speed * 0.7 + lately * 0.3;
    last = { at: now(), sent };
    return speed;
  };
}
