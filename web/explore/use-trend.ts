import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Frame } from '#display/frame.ts';
import { frameOf, withTrend } from '#display/frames.ts';
import { runQuery } from '#web/http/run-query.ts';
import type { AnswerState } from './use-answer.ts';
import { useQueryBuilder } from './query-builder.ts';
import { trendOf } from './trend.ts';
import { useTimeExtent } from './use-time-extent.ts';

type NumberResult = { lastAnswer: AnswerState['lastAnswer']; frame: Frame | undefined; kind: ChartKind | undefined };

/** Adds the trend to the frame of a number; it is queried after the number, as a separate query. */
export function useTrend({ lastAnswer, frame, kind }: NumberResult): Frame | undefined {
  const { dataset, look } = useQueryBuilder();
  const spec = kind === 'figure' && lastAnswer?.spec.kind === 'query' ? lastAnswer.spec : undefined;
  const range = useTimeExtent(dataset, spec?.period.kind !== 'all' || spec.dimensions.length > 0);
  const trend = useMemo(
    () => spec && trendOf(spec, { subject: dataset, range, weekStart: look.weekStart }),
    [spec, dataset, range, look.weekStart],
  );
  const { data } = useQuery({
    // A refreshed number also refreshes its trend.
    queryKey: ['trend', trend, look.zone, lastAnswer?.result.proof.answeredAt],
    queryFn: trend ? ({ signal }) => runQuery({ ask: trend, zone: look.zone }, { signal }) : skipToken,
    staleTime: Infinity,
    throwOnError: false,
  });
  return useMemo(() => {
    if (!frame || !trend || !data || data.proof.isCutOff || !data.values[0]?.length) return frame;
    return withTrend(frame, frameOf({ spec: trend, result: data, subject: dataset, look }));
  }, [frame, trend, data, dataset, look]);
}
