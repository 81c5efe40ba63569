import type { Card, Dashboard } from '#domain/dashboard/dashboard.ts';
import type { Sketch } from '#contract/dashboards/routes.ts';

type SketchItem = Sketch[number];

/** Cards per thumbnail. */
const maxItems = 24;

const kindOf = (card: Card) => (card.kind === 'chart' ? card.chart.drawing.kind : card.kind);

const isAlike = (a: SketchItem, b: SketchItem) =>
  a.kind === b.kind && (['x', 'y', 'width', 'height'] as const).every((side) => a.place[side] === b.place[side]);

/** The positions of the cards on the first tab. A card that has not moved keeps the points of the earlier sketch. */
export function outlineOf(dashboard: Dashboard, before: Sketch = []): Sketch {
  const cards = dashboard.tabs[0]!.cards.toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
  return cards.slice(0, maxItems).map((card) => {
    const item: SketchItem = { kind: kindOf(card), place: card.place, points: [] };
    return before.find((other) => isAlike(item, other)) ?? item;
  });
}
