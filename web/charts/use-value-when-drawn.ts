import { startTransition, useEffect, useState } from 'react';

import { whenDrawn } from './draw-queue.ts';

/** Follows a value with a delay, after the charts have been drawn: for content that is not needed before. */
export function useValueWhenDrawn<Value>(value: Value, initial: Value): Value {
  const [current, setCurrent] = useState(initial);
  useEffect(() => whenDrawn(() => startTransition(() => setCurrent(value))), [value]);
  return current;
}
