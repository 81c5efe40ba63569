import { useSyncExternalStore } from 'react';

import { call } from '#web/http/client.ts';
import { queryClient } from '#web/http/query-client.ts';
import { uploadFile } from '#web/http/upload.ts';
import { browserZone } from '#web/shell/browser-zone.ts';
import { createListeners } from '#web/shell/listeners.ts';
import { shortFileName } from '../names.ts';
import { removePreview, startPreview } from './previews.ts';

/** A file being uploaded. */
export type Transfer = {
  id: string;
  name: string;
  bytes: number;
  sent: number;
  /** Bytes per second, smoothed. */
  speed: number;
  problem: unknown;
};

type TransferJob = { id: string; file: File; abort: AbortController };

// Module state, not component state: an upload continues while other pages are open.
let transfers: ReadonlyMap<string, Transfer> = new Map();
const jobs: TransferJob[] = [];
const sending = new Set<string>();
const { subscribe, notify } = createListeners();

// Browsers limit the connections per host, and the pages need some of them.
const maxConcurrent = 2;

function change(id: string, part: Partial<Transfer> | undefined): void {
  const next = new Map(transfers);
  const before = next.get(id);
  if (part === undefined) next.delete(id);
  else if (before) next.set(id, { ...before, ...part });
  transfers = next;
  notify();
}

export const useTransfers = () => useSyncExternalStore(subscribe, () => transfers);

/** Registers files and starts sending them; returns the upload ids. */
export async function startUploads(files: File[]): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) {
    const name = shortFileName(file.name);
    const { id } = await call('POST /uploads', { name, bytes: file.size, zone: browserZone() });
    transfers = new Map(transfers).set(id, { id, name, bytes: file.size, sent: 0, speed: 0, problem: undefined });
    const abort = new AbortController();
    jobs.push({ id, file, abort });
    startPreview(id, file, abort.signal);
    ids.push(id);
  }
  sendNext();
  return ids;
}

/** Aborts a transfer and deletes the upload on the server. */
export async function cancelUpload(id: string): Promise<void> {
  jobs.find((job) => job.id === id)?.abort.abort();
  if (!sending.has(id)) removeJob(id);
  change(id, undefined);
  removePreview(id);
  // If this fails, the server removes the upload later.
  await call('DELETE /uploads/:id', { id }).catch(() => undefined);
  queryClient.removeQueries({ queryKey: ['upload', id] });
}

function removeJob(id: string): void {
  const index = jobs.findIndex((job) => job.id === id);
  if (index >= 0) jobs.splice(index, 1);
}

function sendNext(): void {
  const job = jobs.find(({ id }) => !sending.has(id));
  if (!job || sending.size >= maxConcurrent) return;
  void send(job);
  sendNext();
}

async function send({ id, file, abort }: TransferJob): Promise<void> {
  sending.add(id);
  window.addEventListener('beforeunload', warn);
  try {
    const measure = createSpeedMeter();
    await uploadFile(id, file, {
      signal: abort.signal,
      onProgress: (sent) => change(id, { sent, speed: measure(sent) }),
    });
    change(id, undefined);
  } catch (problem) {
    change(id, { problem });
  }
  removeJob(id);
  sending.delete(id);
  if (sending.size === 0) window.removeEventListener('beforeunload', warn);
  // A cancelled upload no longer exists on the server.
  if (!abort.signal.aborted) void queryClient.invalidateQueries({ queryKey: ['upload', id] });
  sendNext();
}

// An interrupted upload has to start again.
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Bytes per second as a moving average. */
function createSpeedMeter(now: () => number = () => performance.now()): (sent: number) => number {
  let last = { at: now(), sent: 0 };
  let speed = 0;
  return (sent) => {
    const seconds = (now() - last.at) / 1000;
    if (seconds < 0.2) return speed;
    const recent = (sent - last.sent) / seconds;
    speed = speed === 0 ? recent : speed * 0.7 + recent * 0.3;
    last = { at: now(), sent };
    return speed;
  };
}
