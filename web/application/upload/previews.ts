import { useSyncExternalStore } from 'react';

import type { DetectedTable } from '#contract/imports/routes.ts';
import { previewFile } from '#web/http/upload.ts';
import { createListeners } from '#web/shell/listeners.ts';

// Module state like the transfers: previews continue while other pages are open.
let previews: ReadonlyMap<string, DetectedTable[]> = new Map();
const { subscribe, notify } = createListeners();
let queue = Promise.resolve();

// The inspection of a smaller file takes no longer than its preview.
const minBytes = 1024 * 1024;

function change(next: Map<string, DetectedTable[]>): void {
  previews = next;
  notify();
}

/** The tables of the first rows of uploads, by upload. */
export const usePreviews = () => useSyncExternalStore(subscribe, () => previews);

export function removePreview(id: string): void {
  const next = new Map(previews);
  if (next.delete(id)) change(next);
}

/** Previews a file while it is being sent, after the files before it. */
export function startPreview(id: string, file: File, signal: AbortSignal): void {
  if (file.size < minBytes) return;
  queue = queue.then(async () => {
    if (signal.aborted) return;
    // If the preview fails, the file is still sent and inspected, which reports the error.
    const tables = await previewFile(id, file, signal).catch(() => undefined);
    if (tables && !signal.aborted) change(new Map(previews).set(id, tables));
  });
}
