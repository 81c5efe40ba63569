import type { ReactElement } from 'react';

import { type ChartFamily, chartKindTraits } from '#domain/query/chart-kinds.ts';
import type { Sketch } from '#contract/dashboards/routes.ts';

type SketchKind = Sketch[number]['kind'];

/** The area of a mark, its values from 0 to 1, and its colours. */
type MarkArea = { x: number; y: number; width: number; height: number; points: number[]; colours: string[] };
type SketchMark = (ground: MarkArea) => ReactElement;

const round = (value: number) => Math.round(value * 10) / 10;

function lineOf({ x, y, width, height, points }: MarkArea): string {
  const step = width / Math.max(points.length - 1, 1);
  return points.map((point, n) => `${round(x + n * step)},${round(y + height * (1 - point))}`).join(' ');
}

const line: SketchMark = (ground) => (
  <polyline points={lineOf(ground)} fill="none" stroke={ground.colours[0]} strokeWidth={1.5} strokeLinejoin="round" />
);

const area: SketchMark = (ground) => {
  const { x, y, width, height, colours } = ground;
  const floor = y + height;
  return (
    <>
      <polygon points={`${x},${floor} ${lineOf(ground)} ${x + width},${floor}`} fill={colours[0]} opacity={0.2} />
      {line(ground)}
    </>
  );
};

const verticalBars: SketchMark = ({ x, y, width, height, points, colours }) => {
  const step = width / points.length;
  const bars = points.map((point, n) => {
    const tall = Math.max(0.6, height * point);
    return `M${round(x + n * step)} ${round(y + height - tall)}h${round(step * 0.7)}v${round(tall)}h-${round(step * 0.7)}z`;
  });
  return <path d={bars.join('')} fill={colours[0]} />;
};

const horizontalBars: SketchMark = ({ x, y, width, height, points, colours }) => {
  const step = height / points.length;
  const thick = Math.min(step * 0.66, 5);
  const bars = points.map(
    (point, n) =>
      `M${round(x)} ${round(y + n * step)}h${round(Math.max(0.6, width * point))}v${round(thick)}H${round(x)}z`,
  );
  return <path d={bars.join('')} fill={colours[0]} />;
};

const ring: SketchMark = ({ x, y, width, height, points, colours }) => {
  const radius = Math.min(width, height) / 2 - 2;
  const circumference = 2 * Math.PI * radius;
  const whole = points.reduce((sum, point) => sum + point, 0) || 1;
  const shares = points.map((point) => point / whole);
  const starts = shares.map((_, n) => shares.slice(0, n).reduce((sum, share) => sum + share, 0));
  return (
    <>
      {shares.map((share, n) => (
        <circle
          // Ring segments have no other key than their index.
          // oxlint-disable-next-line react/no-array-index-key
          key={n}
          cx={x + width / 2}
          cy={y + height / 2}
          r={round(radius)}
          fill="none"
          stroke={colours[n % colours.length]}
          strokeWidth={4}
          strokeDasharray={`${round(Math.max(0, share * circumference - 0.6))} ${round(circumference)}`}
          transform={`rotate(${round(starts[n]! * 360 - 90)} ${x + width / 2} ${y + height / 2})`}
        />
      ))}
    </>
  );
};

const number: SketchMark = (ground) => {
  const { x, y, width, height, points, colours } = ground;
  const isWide = height < 14;
  return (
    <>
      <path
        d={`M${x} ${round(y + Math.min(4, height / 3))}h${round(width * 0.45)}`}
        stroke={colours[0]}
        strokeWidth={4}
      />
      {points.length > 1 && !isWide && (
        <g opacity={0.5}>{line({ ...ground, y: y + height * 0.55, height: height * 0.45 })}</g>
      )}
    </>
  );
};

const cells: SketchMark = ({ x, y, width, height, points, colours }) => {
  const across = Math.max(1, Math.round(Math.sqrt((points.length * width) / Math.max(height, 1))));
  const down = Math.ceil(points.length / across);
  const [wide, tall] = [width / across, height / down];
  return (
    <>
      {points.map((point, n) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key
          key={n}
          x={round(x + (n % across) * wide)}
          y={round(y + Math.floor(n / across) * tall)}
          width={round(wide * 0.88)}
          height={round(tall * 0.84)}
          fill={colours[0]}
          opacity={round(0.15 + point * 0.85)}
        />
      ))}
    </>
  );
};

const dots: SketchMark = ({ x, y, width, height, points, colours }) => (
  <>
    {points.map((point, n) => (
      <circle
        // oxlint-disable-next-line react/no-array-index-key
        key={n}
        cx={round(x + ((n + 0.5) / points.length) * width)}
        cy={round(y + height * (1 - point))}
        r={1.6}
        fill={colours[0]}
      />
    ))}
  </>
);

const rows: SketchMark = ({ x, y, width, height, colours }) => {
  const count = Math.max(1, Math.floor(height / 5));
  const lines = Array.from({ length: count }, (_, n) => `M${x} ${round(y + 2 + n * 5)}h${round(width)}`);
  return <path d={lines.join('')} stroke={colours.at(-1)} strokeWidth={1.5} strokeDasharray="14 4" />;
};

const textLines: SketchMark = ({ x, y, width, height, colours }) => {
  const lengths = [0.9, 0.75, 0.82, 0.4];
  const count = Math.max(1, Math.min(lengths.length, Math.floor(height / 5)));
  const lines = lengths.slice(0, count).map((part, n) => `M${x} ${round(y + 2 + n * 5)}h${round(width * part)}`);
  return <path d={lines.join('')} stroke={colours.at(-1)} strokeWidth={1.5} strokeLinecap="round" />;
};

const divider: SketchMark = ({ x, y, width, colours }) => (
  <path d={`M${x} ${y + 1}h${width}`} stroke={colours.at(-1)} />
);

const markOfFamily: Record<ChartFamily, SketchMark> = {
  number,
  line,
  area,
  columns: verticalBars,
  bars: horizontalBars,
  ring,
  dots,
  cells,
  words: textLines,
  rows,
};

/** The mark of a card in a thumbnail. */
export function markOf(kind: SketchKind): SketchMark {
  if (kind === 'text') return textLines;
  return kind === 'divider' ? divider : markOfFamily[chartKindTraits[kind].family];
}

const waves = [0.35, 0.5, 0.42, 0.6, 0.55, 0.7, 0.62, 0.8];
const steps = [0.9, 0.72, 0.55, 0.4, 0.28];
const squares = [0.2, 0.5, 0.3, 0.8, 0.4, 0.6, 0.9, 0.35, 0.55, 0.25, 0.7, 0.45];

const placeholders = new Map<SketchMark, number[]>([
  [line, waves],
  [area, waves],
  [verticalBars, waves],
  [number, waves],
  [dots, waves],
  [horizontalBars, steps],
  [ring, [0.5, 0.3, 0.2]],
  [cells, squares],
]);

/** Placeholder values for a card without data. */
export const placeholderPoints = (kind: SketchKind): number[] => placeholders.get(markOf(kind)) ?? [];
