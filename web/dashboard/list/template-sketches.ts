import type { Sketch, DashboardTemplate } from '#contract/dashboards/routes.ts';
import { placeholderPoints } from './sketch-marks.tsx';

type TemplateCardKind = Sketch[number]['kind'];

const cardAt = (
  kind: TemplateCardKind,
  ...[x, y, width, height]: [number, number, number, number]
): Sketch[number] => ({
  kind,
  place: { x, y, width, height },
  points: placeholderPoints(kind),
});

const numbers = (y: number, height = 4) => [0, 3, 6, 9].map((x) => cardAt('figure', x, y, 3, height));

/** What a new dashboard is created from. */
export type TemplateChoice = DashboardTemplate | 'blank';

/** Thumbnails of the templates. */
export const templateSketches: Record<TemplateChoice, Sketch> = {
  blank: [],
  overview: [
    ...numbers(0),
    cardAt('line', 0, 4, 12, 6),
    cardAt('bar_horizontal', 0, 10, 6, 7),
    cardAt('ring', 6, 10, 6, 7),
  ],
  trends: [
    cardAt('line', 0, 0, 12, 6),
    cardAt('area', 0, 6, 6, 5),
    cardAt('line', 6, 6, 6, 5),
    cardAt('line', 0, 11, 6, 5),
    cardAt('area', 6, 11, 6, 5),
  ],
  ranking: [
    ...numbers(0, 3),
    cardAt('bar_horizontal', 0, 3, 6, 8),
    cardAt('bar_horizontal', 6, 3, 6, 8),
    cardAt('table', 0, 11, 12, 6),
  ],
  spread: [
    ...numbers(0),
    ...[0, 4, 8].map((x) => cardAt('histogram', x, 4, 4, 6)),
    cardAt('ring', 0, 10, 6, 7),
    cardAt('bar_horizontal', 6, 10, 6, 7),
  ],
  wall: [cardAt('figure', 0, 0, 6, 6), cardAt('figure', 6, 0, 6, 6), cardAt('area', 0, 6, 12, 10)],
};
