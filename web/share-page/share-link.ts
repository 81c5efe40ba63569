import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Problem } from '#contract/errors.ts';
import type { SharedDashboard } from '#contract/shares/routes.ts';
import { call } from '#web/http/client.ts';
import type { WatchData } from '#web/viewer/live.ts';
import { listenToLink } from './link-events.ts';

/** The state of an opened link. */
type ShareLinkStage =
  | { kind: 'opening' }
  | { kind: 'password'; error: Problem | null }
  | { kind: 'open'; shared: SharedDashboard }
  | { kind: 'gone' }
  | { kind: 'failed'; error: Problem };

export type ShareLink = {
  stage: ShareLinkStage;
  /** The current pass; it is renewed while the page is open. */
  pass: () => string;
  open: (password?: string) => Promise<void>;
  watch: WatchData;
  /** Checks whether the link still works, and reloads the dashboard. */
  check: () => Promise<void>;
};

const passwordCodes = new Set(['share_password', 'share_password_wrong', 'too_many_attempts']);

function stageOf(error: unknown): ShareLinkStage {
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'share_password') return { kind: 'password', error: null };
  if (passwordCodes.has(error.code)) return { kind: 'password', error };
  return error.code === 'share_gone' ? { kind: 'gone' } : { kind: 'failed', error };
}

/** Opens a link and follows its events until it is closed. */
export function useShareLink(token: string): ShareLink {
  const [stage, setStage] = useState<ShareLinkStage>({ kind: 'opening' });
  const currentPass = useRef(readPass(token) ?? '');
  const watchers = useRef(new Set<Parameters<WatchData>[0]>());
  const pass = useCallback(() => currentPass.current, []);

  const renewPass = useCallback(
    (next: string) => {
      currentPass.current = next;
      storePass(token, next);
    },
    [token],
  );
  const read = useCallback(async () => {
    setStage({ kind: 'open', shared: await call('POST /shares/read', { pass: currentPass.current }) });
  }, []);
  const open = useCallback(
    async (password?: string) => {
      try {
        renewPass((await call('POST /shares/open', { token, ...(password !== undefined && { password }) })).pass);
        await read();
      } catch (error) {
        setStage(stageOf(error));
      }
    },
    [token, renewPass, read],
  );
  // An expired pass, for example after sleep, does not mean that the link is closed: it is opened again. Concurrent
  // failures share one check (single-flight), or each would count as a view.
  const checking = useRef<Promise<void>>(undefined);
  const check = useCallback(() => {
    const isOver = (error: unknown) => error instanceof Problem && error.code === 'share_gone';
    const recover = (error: unknown) => (isOver(error) ? open() : setStage(stageOf(error)));
    const runCheck = async () => {
      await read().catch(recover);
      checking.current = undefined;
    };
    if (!checking.current) checking.current = runCheck();
    return checking.current;
  }, [read, open]);

  useEffect(() => void (currentPass.current ? check() : open()), [check, open]);

  const isOpen = stage.kind === 'open';
  useEffect(() => {
    if (!isOpen) return undefined;
    const unmount = new AbortController();
    const publish: Parameters<WatchData>[0] = (message) => watchers.current.forEach((watcher) => watcher(message));
    const onEvent: Parameters<typeof listenToLink>[0]['onEvent'] = (event) => {
      if (event.kind === 'closed') setStage({ kind: 'gone' });
      else if (event.kind === 'pass') renewPass(event.pass);
      else if (event.kind === 'dashboard') void check();
      else if (event.kind === 'missed') void check().then(() => publish(event));
      else if (event.kind === 'rules') void applyRules();
      else publish(event);
    };
    // The allowed frame sites are checked only when the page is loaded.
    const applyRules = async () => {
      if (window.parent !== window) return window.location.reload();
      await check();
      return publish({ kind: 'missed' });
    };
    void listenToLink({ pass, onEvent, onLost: () => void check() }, unmount.signal);
    return () => unmount.abort();
  }, [isOpen, pass, renewPass, check]);

  const watch = useCallback<WatchData>((watcher) => {
    watchers.current.add(watcher);
    return () => watchers.current.delete(watcher);
  }, []);
  return useMemo(() => ({ stage, pass, open, watch, check }), [stage, pass, open, watch, check]);
}

// Keeps the pass across reloads, so that a reload does not count as a new view. Browsers may deny storage in
// cross-site frames.
const passKey = 'web.share';

function readPass(token: string): string | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(passKey) ?? '{}') as { token?: string; pass?: string };
    return stored.token === token ? stored.pass : undefined;
  } catch {
    // Storage is blocked or damaged.
    return undefined;
  }
}

function storePass(token: string, pass: string): void {
  try {
    sessionStorage.setItem(passKey, JSON.stringify({ token, pass }));
  } catch {
    // Without storage, the pass is lost on reload.
  }
}
