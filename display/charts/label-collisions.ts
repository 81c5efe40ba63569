import { widthOf } from './text-width.ts';

/** Minimum pixels between two axis labels. */
const gap = 8;
/** Pixels free to the right of the plot. */
const margin = 12;

type LabelPlacement = {
  /** Pixel position of a label from the left end of the axis. */
  positionOf: (at: number) => number;
  /** Length of the axis in pixels. */
  width: number;
  fontSize: number;
  /** Whether a label at the right end is right-aligned instead of centred. */
  endsAtEdge: boolean;
};

const lineWidth = (label: string, fontSize: number) =>
  Math.max(...label.split('\n').map((line) => widthOf(line, fontSize)));

/** Drops labels that would touch the previous one or exceed the right edge. */
export function withoutCollisions(
  labels: ReadonlyMap<number, string>,
  { positionOf, width, fontSize, endsAtEdge }: LabelPlacement,
): Map<number, string> {
  const visible = new Map<number, string>();
  let occupiedUntil = -Infinity;
  for (const [at, label] of labels) {
    const [position, labelWidth] = [positionOf(at), lineWidth(label, fontSize)];
    const isAtEnd = endsAtEdge && position >= width - 0.5;
    const [left, right] = isAtEnd
      ? [position - labelWidth, position]
      : [position - labelWidth / 2, position + labelWidth / 2];
    if (left < occupiedUntil + gap || right > width + margin) continue;
    visible.set(at, label);
    occupiedUntil = right;
  }
  return visible;
}
