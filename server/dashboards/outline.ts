import type { Card, Dashboard } from '#contract/dashboard.ts';
import type { Sketch } from '#contract/dashboards.ts';

type Drawn = Sketch[number];

/** A thumbnail shows no more than this of a dashboard. */
const maxDrawn = 24;

const kindOf = (card: Card) => (card.kind === 'chart' ? card.chart.drawing.kind : card.kind);

const isAlike = (a: Drawn, b: Drawn) =>
  a.kind === b.kind && (['x', 'y', 'width', 'height'] as const).every((side) => a.place[side] === b.place[side]);

/** What lies where on the first tab. A card that has not moved keeps the numbers of the sketch before. */
export function outlineOf(dashboard: Dashboard, before: Sketch = []): Sketch {
  const cards = dashboard.tabs[0]!.cards.toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
  return cards.slice(0, maxDrawn).map((card) => {
    const drawn: Drawn = { kind: kindOf(card), place: card.place, points: [] };
    return before.find((other) => isAlike(drawn, other)) ?? drawn;
  });
}
