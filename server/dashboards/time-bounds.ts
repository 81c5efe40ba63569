import { anchorSpan } from '#domain/time/anchor.ts';
import type { TimeRange } from '#domain/dashboard/dashboard.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { QuerySpec, Param, Scalar } from '#domain/query/query.ts';
import { wallOf } from '#domain/time/calendar.ts';
import { type Clock, windowOf } from '#domain/time/span.ts';

/** A moment as a parameter of this type; a date is the local date. */
function momentParam(type: Param['type'], moment: number, zone: string): Scalar {
  const isDay = type === 'date';
  return isDay ? new Date(wallOf(moment, zone)).toISOString().slice(0, 10) : new Date(moment).toISOString();
}

/**
 * Sets the parameters `from` and `to` of SQL to the bounds of the time range. As a date, `to` is the last day of the
 * range; as a moment, the first one after it. Without a range the saved values stay. `newest` is the end of the newest
 * row, for a span that is anchored to it.
 */
export function withTimeBounds(
  spec: QuerySpec,
  { span }: TimeRange,
  clock: Clock & { newest?: string | undefined },
): QuerySpec {
  if (spec.kind !== 'sql' || !span) return spec;
  const window = windowOf(anchorSpan(span, clock.newest), clock);
  const bounds: Record<string, (type: Param['type']) => Scalar> = {
    from: (type) => momentParam(type, window.from, clock.zone),
    to: (type) => momentParam(type, type === 'date' ? window.to - 1 : window.to, clock.zone),
  };
  return {
    ...spec,
    params: spec.params.map((param) => {
      const bound = bounds[foldIdentifier(param.name)];
      return bound && ['date', 'time', 'text'].includes(param.type) ? { ...param, value: bound(param.type) } : param;
    }),
  };
}
