import { formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';

/** A formatted time, with the zone as tooltip. */
export function Moment({ at }: { at: string }) {
  const zone = useZone();
  return (
    <time dateTime={at} title={zone} className="numbers">
      {formatMoment(at, zone)}
    </time>
  );
}

export const showMoment = (at: string) => <Moment at={at} />;
