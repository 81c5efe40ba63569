import { widthOf } from './lettering.ts';

/** Pixels between two labels of an axis. */
const gap = 8;
/** Pixels that a chart keeps free to the right of its plot. */
const margin = 12;

type Placement = {
  /** Where a label stands, in pixels from the left end of the axis. */
  placeOf: (at: number) => number;
  /** Pixels from one end of the axis to the other. */
  width: number;
  fontSize: number;
  /** Whether a label at the right end ends there instead of being centred on it. */
  endsAtEdge: boolean;
};

const lineWidth = (label: string, fontSize: number) =>
  Math.max(...label.split('\n').map((line) => widthOf(line, fontSize)));

/** Leaves out labels that would touch the one before, or reach beyond the right end of the chart. */
export function withoutCollisions(
  labels: ReadonlyMap<number, string>,
  { placeOf, width, fontSize, endsAtEdge }: Placement,
): Map<number, string> {
  const kept = new Map<number, string>();
  let taken = -Infinity;
  for (const [at, label] of labels) {
    const [place, room] = [placeOf(at), lineWidth(label, fontSize)];
    const isAtEnd = endsAtEdge && place >= width - 0.5;
    const [left, right] = isAtEnd ? [place - room, place] : [place - room / 2, place + room / 2];
    if (left < taken + gap || right > width + margin) continue;
    kept.set(at, label);
    taken = right;
  }
  return kept;
}
