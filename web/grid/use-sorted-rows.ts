import { useEffect, useState } from 'react';

import type { Language } from '#domain/language.ts';
import { labelIn } from '#display/format/cell.ts';
import type { Frame } from '#display/frame.ts';
import { yieldToPageOf } from './merge-sort.ts';
import { type SortKey, type Sorting, sortRows } from './sort-rows.ts';

type SortedRows = { of: unknown; order: Uint32Array | null; progress: number | null };

const unsorted: SortedRows = { of: null, order: null, progress: null };

/** The row order for the sortings. The previous order stays while many rows are being sorted. */
export function useSortedRows(frame: Frame, sortings: Sorting[], language: Language): Omit<SortedRows, 'of'> {
  const [sorted, setSorted] = useState(unsorted);
  useEffect(() => {
    const keys = keysOf(frame, sortings);
    if (keys.length === 0) return undefined;
    const control = new AbortController();
    const yieldToPage = yieldToPageOf(control.signal, (progress) => setSorted((now) => ({ ...now, progress })));
    void sortRows(keys, frame.rest, { language, yieldToPage }).then(
      (order) => !control.signal.aborted && setSorted({ of: frame.values, order, progress: null }),
      // Only an abort rejects: another sort has begun.
      () => undefined,
    );
    return () => control.abort();
  }, [frame, sortings, language]);
  // An order of another result would refer to rows that do not exist.
  const isCurrent = sorted.of === frame.values && sortings.length > 0;
  return { order: isCurrent ? sorted.order : null, progress: sortings.length > 0 ? sorted.progress : null };
}

function keysOf({ fields, values }: Frame, sortings: Sorting[]): SortKey[] {
  return sortings.flatMap(({ column, direction }) => {
    const fieldIndex = fields.findIndex(({ name }) => name === column);
    if (fieldIndex < 0) return [];
    const field = fields[fieldIndex]!;
    const labels = field.role === 'dimension' ? field.labels : undefined;
    // Labelled values are sorted by the displayed label.
    return labels
      ? [
          {
            values: values[fieldIndex]!.map((value) => labelIn(field, value) ?? value),
            type: 'text' as const,
            direction,
          },
        ]
      : [{ values: values[fieldIndex]!, type: field.type, direction }];
  });
}
