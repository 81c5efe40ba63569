import { isAnchored } from '#contract/anchor.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { type Clock, windowOf } from '#contract/span.ts';
import type { Ask, Period } from '#contract/query.ts';
import { type Asked, questionsFor, type Wish } from '#server/dashboards/questions.ts';

type During = Extract<Period, { kind: 'during' }>;

const duringOf = (ask: Ask | undefined): During | undefined =>
  ask && ask.kind !== 'sql' && ask.period.kind === 'during' ? ask.period : undefined;

function isInside(period: During, whole: During, clock: Clock): boolean {
  // Where a time ends at the newest row is not known yet.
  if (isAnchored(period.span) || isAnchored(whole.span))
    return JSON.stringify(period.span) === JSON.stringify(whole.span);
  const [inner, outer] = [windowOf(period.span, clock), windowOf(whole.span, clock)];
  return inner.from >= outer.from && inner.to <= outer.to;
}

/** The question kept inside the time that it has when nothing is picked. */
function inside(ask: Ask, plain: Ask | undefined, clock: Clock): Ask {
  const [period, whole] = [duringOf(ask), duringOf(plain)];
  if (ask.kind === 'sql' || !period || !whole || isInside(period, whole, clock)) return ask;
  const { column, span } = period;
  return {
    ...ask,
    period: { ...whole, compare: { kind: 'none' } },
    filters: [...ask.filters, { op: 'during', column, span }],
  };
}

/**
 * What cards ask through a link. Days that are picked take the place of the time that other cards are about; through a
 * link they may only narrow it, or a pick could reach beyond a time that is fixed.
 */
export function questionsWithin(dashboard: Dashboard, wish: Wish): Asked[] {
  const questions = questionsFor(dashboard, wish);
  const { picks, drills } = wish.state;
  if (picks.length === 0 && Object.keys(drills).length === 0) return questions;
  const clock = { zone: wish.zone, now: Date.parse(wish.now) };
  const plain = questionsFor(dashboard, { ...wish, state: { ...wish.state, picks: [], drills: {} } });
  const plainOf = ({ card, name }: Asked) => plain.find((each) => each.card === card && each.name === name)?.ask;
  return questions.map((asked) => ({ ...asked, ask: inside(asked.ask, plainOf(asked), clock) }));
}
