import { formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';

/** A moment as people read it here; pointing at it tells the zone. */
export function Moment({ at }: { at: string }) {
  const zone = useZone();
  return (
    <time dateTime={at} title={zone} className="numbers">
      {formatMoment(at, zone)}
    </time>
  );
}

export const showMoment = (at: string) => <Moment at={at} />;
