import type { Sketch, Template } from '#contract/dashboards.ts';
import { calmOf } from './marks.tsx';

type Kind = Sketch[number]['kind'];

const at = (kind: Kind, ...[x, y, width, height]: [number, number, number, number]): Sketch[number] => ({
  kind,
  place: { x, y, width, height },
  points: calmOf(kind),
});

const figures = (y: number, height = 4) => [0, 3, 6, 9].map((x) => at('figure', x, y, 3, height));

/** What a dashboard can begin with. */
export type Beginning = Template | 'blank';

/** What each of them is like, drawn small. */
export const outlines: Record<Beginning, Sketch> = {
  blank: [],
  overview: [...figures(0), at('line', 0, 4, 12, 6), at('bar_horizontal', 0, 10, 6, 7), at('ring', 6, 10, 6, 7)],
  trends: [
    at('line', 0, 0, 12, 6),
    at('area', 0, 6, 6, 5),
    at('line', 6, 6, 6, 5),
    at('line', 0, 11, 6, 5),
    at('area', 6, 11, 6, 5),
  ],
  ranking: [
    ...figures(0, 3),
    at('bar_horizontal', 0, 3, 6, 8),
    at('bar_horizontal', 6, 3, 6, 8),
    at('table', 0, 11, 12, 6),
  ],
  spread: [
    ...figures(0),
    ...[0, 4, 8].map((x) => at('histogram', x, 4, 4, 6)),
    at('ring', 0, 10, 6, 7),
    at('bar_horizontal', 6, 10, 6, 7),
  ],
  wall: [at('figure', 0, 0, 6, 6), at('figure', 6, 0, 6, 6), at('area', 0, 6, 12, 10)],
};
