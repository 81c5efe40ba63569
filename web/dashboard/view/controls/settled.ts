import { useEffect, useRef, useState } from 'react';

import { isSame } from '../address.ts';

type Local<Value> = { value: Value; base: Value; isWaiting: boolean };

export type Settled<Value> = {
  value: Value;
  /** Shown at once, told when nothing has followed for a moment. */
  set: (value: Value) => void;
  /** Told at once. */
  settle: (value: Value) => void;
};

/** A value that someone is changing: the page shows it at once, but the questions wait until the hand rests. */
export function useSettled<Value>(value: Value, onSettle: (value: Value) => void, rest = 300): Settled<Value> {
  const [local, setLocal] = useState<Local<Value>>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<() => void>(undefined);
  const settle = (next: Value) => {
    clearTimeout(timer.current);
    waiting.current = undefined;
    setLocal({ value: next, base: value, isWaiting: false });
    onSettle(next);
  };
  // Who closes the panel has made up their mind.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      waiting.current?.();
    },
    [],
  );
  const isLocal = local && (local.isWaiting || isSame(local.base, value));
  return {
    value: isLocal ? local.value : value,
    settle,
    set: (next) => {
      clearTimeout(timer.current);
      setLocal({ value: next, base: value, isWaiting: true });
      waiting.current = () => onSettle(next);
      timer.current = setTimeout(() => settle(next), rest);
    },
  };
}
