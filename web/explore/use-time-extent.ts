import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Dataset } from '#contract/datasets/routes.ts';
import { emptyQuerySpec } from '#domain/query/query.ts';
import { useLook } from '#web/shell/preferences.ts';
import { answerQuery } from './use-answer.ts';
import { type DatasetTimeExtent, timeColumnOf } from './default-view.ts';

/** The first and last time of a dataset's rows; undefined while loading. */
export function useTimeExtent(dataset: Dataset | undefined, isSkipped: boolean): DatasetTimeExtent | undefined {
  const { zone } = useLook();
  const time = dataset && timeColumnOf(dataset);
  const spec = {
    ...emptyQuerySpec(dataset?.id ?? ''),
    measures: [
      { id: 'm1', formula: { kind: 'min' as const, column: time?.id ?? '' }, show: 'value' as const },
      { id: 'm2', formula: { kind: 'max' as const, column: time?.id ?? '' }, show: 'value' as const },
    ],
  };
  const { data, error } = useQuery({
    ...answerQuery(spec, zone),
    enabled: Boolean(time) && !isSkipped,
    staleTime: Infinity,
  });
  return useMemo(() => {
    if (!dataset) return undefined;
    // Without the extent the page still opens, with a guessed grain.
    if (!time || isSkipped || error) return null;
    if (!data) return undefined;
    const [from, to] = data.values.map(([value]) => value);
    return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
  }, [dataset, time, isSkipped, error, data]);
}
