import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { ChartKind } from '#contract/chart.ts';
import type { Frame } from '#display/frame.ts';
import { frameOf, withCourse } from '#display/frames.ts';
import { ask as send } from '#web/http/ask.ts';
import type { Answer } from './answers.ts';
import { useBoard } from './board.ts';
import { courseOf } from './course.ts';
import { useRange } from './range.ts';

type Drawn = { answered: Answer['answered']; frame: Frame | undefined; kind: ChartKind | undefined };

/** The answer as it is drawn: a figure gets its course, which comes after it and is no part of the question. */
export function useCourse({ answered, frame, kind }: Drawn): Frame | undefined {
  const { dataset, look } = useBoard();
  const ask = kind === 'figure' && answered?.ask.kind === 'query' ? answered.ask : undefined;
  const range = useRange(dataset, ask?.period.kind !== 'all' || ask.dimensions.length > 0);
  const course = useMemo(
    () => ask && courseOf(ask, { subject: dataset, range, weekStart: look.weekStart }),
    [ask, dataset, range, look.weekStart],
  );
  const { data } = useQuery({
    // Who asks again wants also this to be as things are now.
    queryKey: ['course', course, look.zone, answered?.result.proof.answeredAt],
    queryFn: course ? ({ signal }) => send({ ask: course, zone: look.zone }, { signal }) : skipToken,
    staleTime: Infinity,
    throwOnError: false,
  });
  return useMemo(() => {
    if (!frame || !course || !data || data.proof.isCutOff || !data.values[0]?.length) return frame;
    return withCourse(frame, frameOf({ ask: course, result: data, subject: dataset, look }));
  }, [frame, course, data, dataset, look]);
}
