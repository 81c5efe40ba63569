import type { DashboardState, Point } from '#contract/dashboard.ts';
import type { Scalar } from '#contract/query.ts';

// The order in which the parts of a point were named says nothing.
const textOfPoint = (point: Point) => JSON.stringify(Object.entries(point).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const none: Point[] = [];

export const pointsOn = (state: DashboardState, card: string): Point[] =>
  state.picks.find((pick) => pick.card === card)?.points ?? none;

/** The points of a card after another one was meant: it takes their place or joins them, and goes if it was there. */
function toggled(points: Point[], point: Point, isAdding: boolean): Point[] {
  const text = textOfPoint(point);
  const others = points.filter((each) => textOfPoint(each) !== text);
  const wasThere = others.length < points.length;
  if (isAdding) return wasThere ? others : [...points, point];
  return wasThere && others.length === 0 ? [] : [point];
}

function withPoints(state: DashboardState, card: string, points: Point[]): DashboardState {
  const isThere = state.picks.some((pick) => pick.card === card);
  const picks = isThere
    ? state.picks.map((pick) => (pick.card === card ? { card, points } : pick))
    : [...state.picks, { card, points }];
  return { ...state, picks: picks.filter((pick) => pick.points.length > 0) };
}

export const picked = (state: DashboardState, card: string, point: Point, how: { isAdding: boolean }): DashboardState =>
  withPoints(state, card, toggled(pointsOn(state, card), point, how.isAdding));

export const unpicked = (state: DashboardState, card: string): DashboardState => withPoints(state, card, []);

/** One step down from a value. What was picked above has no meaning below. */
export function drilled(state: DashboardState, card: string, value: Scalar): DashboardState {
  const steps = [...(state.drills[card] ?? []), value];
  return { ...unpicked(state, card), drills: { ...state.drills, [card]: steps } };
}

/** Back up, to as many steps as are left. */
export function raised(state: DashboardState, card: string, depth: number): DashboardState {
  const { [card]: steps = [], ...others } = state.drills;
  const drills = depth > 0 ? { ...others, [card]: steps.slice(0, depth) } : others;
  return { ...unpicked(state, card), drills };
}
