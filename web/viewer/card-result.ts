import { useMemo } from 'react';

import type { Drawing } from '#domain/query/chart.ts';
import { currentChartOf, trendName, queriesOfCard } from '#domain/dashboard/queries.ts';
import { cardsOf, type ChartCard } from '#domain/dashboard/dashboard.ts';
import type { QuerySpec, Result } from '#domain/query/query.ts';
import type { Frame, Look } from '#display/frame.ts';
import { frameOf, withTrend } from '#display/frames.ts';
import { titleOf } from '#display/words/sentence.ts';
import { type QuerySubject, textOf } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import type { CardAnswer } from './runner.ts';
import { useSubject } from './subjects.ts';

/** A result with its query: everything a card is drawn from. */
export type CardResult = {
  spec: QuerySpec;
  result: Result;
  subject: QuerySubject;
  /** The result row by row. */
  frame: Frame;
  /** The frame to draw: a number card also has its trend. */
  chartFrame: Frame;
  drawing: Drawing;
};

type ResolvedAnswer = {
  spec: QuerySpec;
  result: Result;
  trend: { spec: QuerySpec; result: Result } | undefined;
  drawing: Drawing;
};

/** The answer with the query of its request and the current drawing of the card. */
function resolveAnswer(
  card: string,
  drawing: Drawing,
  { results, request }: Partial<CardAnswer>,
): ResolvedAnswer | undefined {
  const result = results?.[''];
  const requestedCard = request && cardsOf(request.dashboard).find(({ id }) => id === card);
  if (!request || !result || requestedCard?.kind !== 'chart') return undefined;
  const { dashboard, state } = request;
  const queries = queriesOfCard(dashboard, requestedCard, state);
  const specOf = (name: string) => queries.find((each) => each.name === name)?.spec;
  const [spec, trend, steps] = [specOf(''), specOf(trendName), results[trendName]];
  const redrawn = { ...requestedCard, chart: { ...requestedCard.chart, drawing } };
  const { drawing: now } = currentChartOf(dashboard, redrawn, state).chart;
  return spec && { spec, result, drawing: now, trend: trend && steps && { spec: trend, result: steps } };
}

function framesOf(resolved: ResolvedAnswer, subject: QuerySubject, look: Look): { frame: Frame; chartFrame: Frame } {
  const { spec, result, trend } = resolved;
  const frame = frameOf({ spec, result, subject, look });
  const hasTrend = trend && !trend.result.proof.isCutOff && (trend.result.values[0]?.length ?? 0) > 0;
  return { frame, chartFrame: hasTrend ? withTrend(frame, frameOf({ ...trend, subject, look })) : frame };
}

/** The current result of a card; undefined until it can be drawn. */
export function useCardResult(card: ChartCard, answer: CardAnswer | undefined): CardResult | undefined {
  const look = useLook();
  const { id, chart } = card;
  const { results, request } = answer ?? {};
  // Moving or renaming a card, or changing the state, does not draw it again before its answer arrives.
  const resolved = useMemo(
    () => results && request && resolveAnswer(id, chart.drawing, { results, request }),
    [id, chart.drawing, results, request],
  );
  const subject = useSubject(resolved?.spec);
  return useMemo(() => {
    if (!resolved || !subject) return undefined;
    const { spec, result, drawing } = resolved;
    return { spec, result, subject, drawing, ...framesOf(resolved, subject, look) };
  }, [resolved, subject, look]);
}

/** The title of a card: the author's, else derived from the query with its current grain. Empty if unknown. */
export function cardTitle(
  card: ChartCard,
  subject: QuerySubject | undefined,
  look: Look,
  spec: QuerySpec = card.chart.ask,
): string {
  const own = textOf(card.title, look.language);
  return own || (spec.kind === 'query' && subject ? titleOf(subject, spec, look.language) : '');
}
