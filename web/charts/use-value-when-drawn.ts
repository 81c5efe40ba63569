import { startTransition, useEffect, useState } from 'react';

import { whenDrawn } from './draw-queue.ts';

/** A value that follows another one after the charts have been drawn, for what need not be on the screen before. */
export function useValueWhenDrawn<Value>(value: Value, initial: Value): Value {
  const [current, setCurrent] = useState(initial);
  useEffect(() => whenDrawn(() => startTransition(() => setCurrent(value))), [value]);
  return current;
}
