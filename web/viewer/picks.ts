import type { DashboardState, ChartPoint } from '#domain/dashboard/dashboard.ts';
import type { Scalar } from '#domain/query/query.ts';

// Serializes a point regardless of key order.
const serializePoint = (point: ChartPoint) =>
  JSON.stringify(Object.entries(point).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const noPoints: ChartPoint[] = [];

export const pointsOn = (state: DashboardState, card: string): ChartPoint[] =>
  state.picks.find((pick) => pick.card === card)?.points ?? noPoints;

/** Toggles a point: it replaces the others or is added to them. */
function togglePoint(points: ChartPoint[], point: ChartPoint, isAdding: boolean): ChartPoint[] {
  const text = serializePoint(point);
  const others = points.filter((each) => serializePoint(each) !== text);
  const wasPicked = others.length < points.length;
  if (isAdding) return wasPicked ? others : [...points, point];
  return wasPicked && others.length === 0 ? [] : [point];
}

function withPoints(state: DashboardState, card: string, points: ChartPoint[]): DashboardState {
  const hasPick = state.picks.some((pick) => pick.card === card);
  const picks = hasPick
    ? state.picks.map((pick) => (pick.card === card ? { card, points } : pick))
    : [...state.picks, { card, points }];
  return { ...state, picks: picks.filter((pick) => pick.points.length > 0) };
}

export const togglePick = (
  state: DashboardState,
  card: string,
  point: ChartPoint,
  mode: { isAdding: boolean },
): DashboardState => withPoints(state, card, togglePoint(pointsOn(state, card), point, mode.isAdding));

export const clearPicks = (state: DashboardState, card: string): DashboardState => withPoints(state, card, []);

/** Drills down from a value and clears the picks of the level above. */
export function drillDown(state: DashboardState, card: string, value: Scalar): DashboardState {
  const steps = [...(state.drills[card] ?? []), value];
  return { ...clearPicks(state, card), drills: { ...state.drills, [card]: steps } };
}

/** Drills up to a depth. */
export function drillUp(state: DashboardState, card: string, depth: number): DashboardState {
  const { [card]: steps = [], ...others } = state.drills;
  const drills = depth > 0 ? { ...others, [card]: steps.slice(0, depth) } : others;
  return { ...clearPicks(state, card), drills };
}
