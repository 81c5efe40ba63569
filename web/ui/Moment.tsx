import { formatMoment } from '#display/format/date.ts';
import { browserZone } from '#web/shell/zone.ts';

/** A moment as people read it here; pointing at it tells the zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={browserZone} className="numbers">
      {formatMoment(at)}
    </time>
  );
}

export const showMoment = (at: string) => <Moment at={at} />;
