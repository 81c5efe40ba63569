import { useMemo } from 'react';

import type { Drawing } from '#contract/chart.ts';
import { chartNow, courseName, questionsOf } from '#contract/dashboard-asks.ts';
import { cardsOf, type ChartCard } from '#contract/dashboard.ts';
import type { Ask, Result } from '#contract/query.ts';
import type { Frame, Look } from '#display/frame.ts';
import { frameOf, withCourse } from '#display/frames.ts';
import { titleOf } from '#display/words/sentence.ts';
import { type Subject, textOf } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import type { CardAnswer } from './runner.ts';
import { useSubject } from './subjects.ts';

/** An answer with its question: everything that a card is drawn from. */
export type Answered = {
  ask: Ask;
  result: Result;
  subject: Subject;
  /** What came back, row by row. */
  frame: Frame;
  /** The same as it is drawn: a figure has its course beside it. */
  drawn: Frame;
  drawing: Drawing;
};

type Known = { ask: Ask; result: Result; course: { ask: Ask; result: Result } | undefined; drawing: Drawing };

/** The answer with the question as it was then; how it is drawn is as the card says now. */
function knownOf(card: string, drawing: Drawing, { results, asked }: Partial<CardAnswer>): Known | undefined {
  const result = results?.[''];
  const then = asked && cardsOf(asked.dashboard).find(({ id }) => id === card);
  if (!asked || !result || then?.kind !== 'chart') return undefined;
  const { dashboard, state } = asked;
  const questions = questionsOf(dashboard, then, state);
  const askOf = (name: string) => questions.find((each) => each.name === name)?.ask;
  const [ask, course, steps] = [askOf(''), askOf(courseName), results[courseName]];
  const drawn = { ...then, chart: { ...then.chart, drawing } };
  const { drawing: now } = chartNow(dashboard, drawn, state).chart;
  return ask && { ask, result, drawing: now, course: course && steps && { ask: course, result: steps } };
}

function framesOf(known: Known, subject: Subject, look: Look): { frame: Frame; drawn: Frame } {
  const { ask, result, course } = known;
  const frame = frameOf({ ask, result, subject, look });
  const hasCourse = course && !course.result.proof.isCutOff && (course.result.values[0]?.length ?? 0) > 0;
  return { frame, drawn: hasCourse ? withCourse(frame, frameOf({ ...course, subject, look })) : frame };
}

/** What a card shows now, as soon as it can be drawn. */
export function useAnswered(card: ChartCard, answer: CardAnswer | undefined): Answered | undefined {
  const look = useLook();
  const { id, chart } = card;
  const { results, asked } = answer ?? {};
  // Who moves or renames a card, or sets something that makes it old, does not have it drawn again.
  const known = useMemo(
    () => results && asked && knownOf(id, chart.drawing, { results, asked }),
    [id, chart.drawing, results, asked],
  );
  const subject = useSubject(known?.ask);
  return useMemo(() => {
    if (!known || !subject) return undefined;
    const { ask, result, drawing } = known;
    return { ask, result, subject, drawing, ...framesOf(known, subject, look) };
  }, [known, subject, look]);
}

/**
 * What a card is called: as its author said, else as its question reads, with the steps that it is asked by now. Empty
 * where neither is known.
 */
export function cardTitle(
  card: ChartCard,
  subject: Subject | undefined,
  look: Look,
  ask: Ask = card.chart.ask,
): string {
  const own = textOf(card.title, look.language);
  return own || (ask.kind === 'query' && subject ? titleOf(subject, ask, look.language) : '');
}
