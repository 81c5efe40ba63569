import { useEffect, useState } from 'react';

import type { Language } from '#contract/language.ts';
import type { Frame } from '#display/frame.ts';
import { paceOf } from './pace.ts';
import { type SortKey, type Sorting, sortRows } from './sorting.ts';

type Sorted = { of: unknown; order: Uint32Array | null; progress: number | null };

const unsorted: Sorted = { of: null, order: null, progress: null };

/** The rows in the order that is asked for. While many are being sorted the former order stays. */
export function useSorted(frame: Frame, sortings: Sorting[], language: Language): Omit<Sorted, 'of'> {
  const [sorted, setSorted] = useState(unsorted);
  useEffect(() => {
    const keys = keysOf(frame, sortings);
    if (keys.length === 0) return undefined;
    const control = new AbortController();
    const pace = paceOf(control.signal, (progress) => setSorted((now) => ({ ...now, progress })));
    void sortRows(keys, frame.rest, { language, pace }).then(
      (order) => !control.signal.aborted && setSorted({ of: frame.values, order, progress: null }),
      () => undefined,
    );
    return () => control.abort();
  }, [frame, sortings, language]);
  // An order of other rows than these would show rows that are not there.
  const isOf = sorted.of === frame.values && sortings.length > 0;
  return { order: isOf ? sorted.order : null, progress: sortings.length > 0 ? sorted.progress : null };
}

function keysOf({ fields, values }: Frame, sortings: Sorting[]): SortKey[] {
  return sortings.flatMap(({ column, direction }) => {
    const place = fields.findIndex(({ name }) => name === column);
    return place < 0 ? [] : [{ values: values[place]!, type: fields[place]!.type, direction }];
  });
}
