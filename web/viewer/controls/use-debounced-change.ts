import { useEffect, useRef, useState } from 'react';

import { isSame } from '../url-state.ts';

type LocalValue<Value> = { value: Value; base: Value; isWaiting: boolean };

export type DebouncedValue<Value> = {
  value: Value;
  /** Shown immediately, committed after a pause. */
  set: (value: Value) => void;
  /** Committed immediately. */
  commit: (value: Value) => void;
};

/** A value being edited: shown immediately, committed with a debounce to avoid needless queries. */
export function useDebouncedChange<Value>(
  value: Value,
  onCommit: (value: Value) => void,
  delayMs = 300,
): DebouncedValue<Value> {
  const [local, setLocal] = useState<LocalValue<Value>>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pendingCommit = useRef<() => void>(undefined);
  const commit = (next: Value) => {
    clearTimeout(timer.current);
    pendingCommit.current = undefined;
    setLocal({ value: next, base: value, isWaiting: false });
    onCommit(next);
  };
  // Closing the panel commits the value.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      pendingCommit.current?.();
    },
    [],
  );
  const isLocal = local && (local.isWaiting || isSame(local.base, value));
  return {
    value: isLocal ? local.value : value,
    commit,
    set: (next) => {
      clearTimeout(timer.current);
      setLocal({ value: next, base: value, isWaiting: true });
      pendingCommit.current = () => onCommit(next);
      timer.current = setTimeout(() => commit(next), delayMs);
    },
  };
}
