import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Dataset } from '#contract/datasets.ts';
import { emptyAsk } from '#contract/query.ts';
import { useLook } from '#web/shell/preferences.ts';
import { answerQuery } from './answers.ts';
import { type Range, timeColumnOf } from './fresh.ts';

/** From when to when a dataset has rows; undefined until that is known. */
export function useRange(dataset: Dataset | undefined, isNeedless: boolean): Range | undefined {
  const { zone } = useLook();
  const time = dataset && timeColumnOf(dataset);
  const ask = {
    ...emptyAsk(dataset?.id ?? ''),
    measures: [
      { id: 'm1', formula: { kind: 'min' as const, column: time?.id ?? '' }, show: 'value' as const },
      { id: 'm2', formula: { kind: 'max' as const, column: time?.id ?? '' }, show: 'value' as const },
    ],
  };
  const { data, error } = useQuery({
    ...answerQuery(ask, zone),
    enabled: Boolean(time) && !isNeedless,
    staleTime: Infinity,
  });
  return useMemo(() => {
    if (!dataset) return undefined;
    // Without it the page still opens, only with steps that are a guess.
    if (!time || isNeedless || error) return null;
    if (!data) return undefined;
    const [from, to] = data.values.map(([value]) => value);
    return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
  }, [dataset, time, isNeedless, error, data]);
}
