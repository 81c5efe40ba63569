import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Problem } from '#contract/errors.ts';
import type { SharedDashboard } from '#contract/shares.ts';
import { call } from '#web/http/client.ts';
import type { Watch } from '#web/dashboard/view/live.ts';
import { listenTo } from './live.ts';
import { keepPass, readPass } from './pass.ts';

/** How far someone is with a link. */
type Stage =
  | { kind: 'opening' }
  | { kind: 'password'; error: Problem | null }
  | { kind: 'open'; shared: SharedDashboard }
  | { kind: 'gone' }
  | { kind: 'failed'; error: Problem };

export type Link = {
  stage: Stage;
  /** The pass as it is now; it is renewed while the page is open. */
  pass: () => string;
  open: (password?: string) => Promise<void>;
  watch: Watch;
  /** Looks whether the link still works, and what it shows now. */
  check: () => Promise<void>;
};

const asked = new Set(['share_password', 'share_password_wrong', 'too_many_attempts']);

function stageOf(error: unknown): Stage {
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'share_password') return { kind: 'password', error: null };
  if (asked.has(error.code)) return { kind: 'password', error };
  return error.code === 'share_gone' ? { kind: 'gone' } : { kind: 'failed', error };
}

/** Opens a link, and follows it until it is closed. */
export function useLink(token: string): Link {
  const [stage, setStage] = useState<Stage>({ kind: 'opening' });
  const held = useRef(readPass(token) ?? '');
  const watchers = useRef(new Set<Parameters<Watch>[0]>());
  const pass = useCallback(() => held.current, []);

  const hold = useCallback(
    (next: string) => {
      held.current = next;
      keepPass(token, next);
    },
    [token],
  );
  const read = useCallback(async () => {
    setStage({ kind: 'open', shared: await call('POST /shares/read', { pass: held.current }) });
  }, []);
  const open = useCallback(
    async (password?: string) => {
      try {
        hold((await call('POST /shares/open', { token, ...(password !== undefined && { password }) })).pass);
        await read();
      } catch (error) {
        setStage(stageOf(error));
      }
    },
    [token, hold, read],
  );
  // A pass that has ended, since the computer slept, is no link that is closed: it is opened once more. Cards that fail
  // together look together, or each would count as an opening.
  const checking = useRef<Promise<void>>(undefined);
  const check = useCallback(() => {
    const isOver = (error: unknown) => error instanceof Problem && error.code === 'share_gone';
    const recover = (error: unknown) => (isOver(error) ? open() : setStage(stageOf(error)));
    const look = async () => {
      await read().catch(recover);
      checking.current = undefined;
    };
    if (!checking.current) checking.current = look();
    return checking.current;
  }, [read, open]);

  useEffect(() => void (held.current ? check() : open()), [check, open]);

  const isOpen = stage.kind === 'open';
  useEffect(() => {
    if (!isOpen) return undefined;
    const leaving = new AbortController();
    const tell: Parameters<Watch>[0] = (heard) => watchers.current.forEach((watcher) => watcher(heard));
    const onEvent: Parameters<typeof listenTo>[0]['onEvent'] = (event) => {
      if (event.kind === 'closed') setStage({ kind: 'gone' });
      else if (event.kind === 'pass') hold(event.pass);
      else if (event.kind === 'dashboard') void check();
      else if (event.kind === 'rules') void followRules();
      else tell(event);
    };
    // Which sites may show it in a frame is only asked when the page is loaded.
    const followRules = async () => {
      if (window.parent !== window) return window.location.reload();
      await check();
      return tell({ kind: 'missed' });
    };
    void listenTo({ pass, onEvent, onLost: () => void check() }, leaving.signal);
    return () => leaving.abort();
  }, [isOpen, pass, hold, check]);

  const watch = useCallback<Watch>((watcher) => {
    watchers.current.add(watcher);
    return () => watchers.current.delete(watcher);
  }, []);
  return useMemo(() => ({ stage, pass, open, watch, check }), [stage, pass, open, watch, check]);
}
