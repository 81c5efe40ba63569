import { anchorSpan } from '#contract/anchor.ts';
import type { TimeRange } from '#contract/dashboard.ts';
import { foldIdentifier } from '#contract/identifier.ts';
import type { Ask, Param, Scalar } from '#contract/query.ts';
import { wallOf } from '#contract/calendar.ts';
import { type Clock, windowOf } from '#contract/span.ts';

/** A moment as a parameter of its type has it: a day is the one on the wall. */
function momentAs(type: Param['type'], moment: number, zone: string): Scalar {
  const isDay = type === 'date';
  return isDay ? new Date(wallOf(moment, zone)).toISOString().slice(0, 10) : new Date(moment).toISOString();
}

/**
 * SQL with the bounds of the time range in its parameters `from` and `to`. A day at the end is the last one of the
 * range, a moment the first one after it. Of all time there are no bounds, so that what was written stays. `newest` is
 * the first moment after the newest row, for a span that counts back from it.
 */
export function withBounds(ask: Ask, { span }: TimeRange, clock: Clock & { newest?: string | undefined }): Ask {
  if (ask.kind !== 'sql' || !span) return ask;
  const window = windowOf(anchorSpan(span, clock.newest), clock);
  const bounds: Record<string, (type: Param['type']) => Scalar> = {
    from: (type) => momentAs(type, window.from, clock.zone),
    to: (type) => momentAs(type, type === 'date' ? window.to - 1 : window.to, clock.zone),
  };
  return {
    ...ask,
    params: ask.params.map((param) => {
      const bound = bounds[foldIdentifier(param.name)];
      return bound && ['date', 'time', 'text'].includes(param.type) ? { ...param, value: bound(param.type) } : param;
    }),
  };
}
