import { type Alignment, moveWall, type Shift } from './alignment.ts';
import { day, hour, isBelowDay, momentOf, monthsOf, startOf, step, wallOf } from './calendar.ts';
import { isDay } from './point.ts';
import type { Grain } from './query.ts';
import { type Window, windowOfDay } from './span.ts';

/** A stretch of the base, and by how many seconds its steps lie before those they are compared with; null for none. */
export type Piece = Window & { seconds: number | null };

/**
 * How a step of the base becomes the one it is compared with: `days` moves days before steps are cut, `months` moves
 * steps, `dates` moves days to the same date, if there is one, and `pieces` moves moments.
 */
export type StepShift =
  | { kind: 'days' | 'months' | 'dates'; count: number }
  | { kind: 'pieces'; pieces: Piece[]; unmatched: Window[] };

type Aligned = Alignment & { shift: Shift };

export const isAligned = (alignment: Alignment): alignment is Aligned => alignment.shift !== null;

export function stepShiftOf(alignment: Aligned, grain: Grain): StepShift {
  const { shift } = alignment;
  if (isBelowDay(grain)) {
    const pieces = piecesOf(alignment);
    return { kind: 'pieces', pieces, unmatched: unmatchedOf(alignment.window, pieces) };
  }
  if (shift.unit === 'days') return { kind: 'days', count: shift.count };
  return { kind: monthsOf(grain) ? 'months' : 'dates', count: shift.count };
}

/** How far a moment of the base is moved; null if its counterpart is another moment's, or if there is none. */
function secondsAt(moment: number, { shift, zone }: Aligned): number | null {
  const wall = wallOf(moment, zone);
  const target = moveWall(wall, shift, 1);
  if (moveWall(target, shift, -1) !== wall || momentOf(wall, zone) !== moment) return null;
  const moved = momentOf(target, zone);
  return wallOf(moved, zone) === target ? (moved - moment) / 1000 : null;
}

const quarter = hour / 4;

/** The base in pieces that are moved alike: clocks are changed in between, and months have different lengths. */
function piecesOf(alignment: Aligned): Piece[] {
  const { base, shift, zone } = alignment;
  if (zone === 'UTC' && shift.unit !== 'months') return [{ ...base, seconds: secondsAt(base.from, alignment) }];
  const chunk = shift.unit === 'months' ? day : 7 * day;
  const first = startOf(base.from, { unit: 'day' }, zone);
  const pieces: Piece[] = [];
  for (let from = first; from < base.to; from += chunk) {
    const to = Math.min(from + chunk, base.to);
    if (secondsAt(from, alignment) === secondsAt(to - 1, alignment)) add(pieces, from, to, alignment);
    else for (let at = from; at < to; at += quarter) add(pieces, at, Math.min(at + quarter, to), alignment);
  }
  return pieces;
}

function add(pieces: Piece[], from: number, to: number, alignment: Aligned): void {
  const seconds = secondsAt(from, alignment);
  const last = pieces.at(-1);
  if (last && last.seconds === seconds) last.to = to;
  else pieces.push({ from, to, seconds });
}

/** What no piece is moved to. */
function unmatchedOf(window: Window, pieces: Piece[]): Window[] {
  const reached = pieces
    .flatMap(({ from, to, seconds }) =>
      seconds === null ? [] : [{ from: from + seconds * 1000, to: to + seconds * 1000 }],
    )
    .sort((a, b) => a.from - b.from);
  const gaps: Window[] = [];
  let at = window.from;
  for (const { from, to } of reached) {
    if (from > at) gaps.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < window.to) gaps.push({ from: at, to: window.to });
  return gaps;
}

const windowOfStep = (label: string, grain: Grain, zone: string): Window => {
  const from = isDay(label) ? windowOfDay(label, zone).from : Date.parse(label);
  return { from, to: step(from, 1, { grain, zone }) };
};

/** The time that a step is compared with, as much of it as there is of the step; null if there is none. */
export function counterpartOf(alignment: Alignment, label: string, grain: Grain): Window | null {
  if (!isAligned(alignment)) return null;
  const { matched, base, shift, zone } = alignment;
  const { from, to } = windowOfStep(label, grain, zone);
  if (from >= matched.to || to <= matched.from) return null;
  if (isBelowDay(grain)) {
    const wall = wallOf(from, zone);
    const start = momentOf(moveWall(wall, shift, -1), zone);
    const seconds = secondsAt(start, alignment);
    if (seconds === null || start + seconds * 1000 !== from) return null;
    return { from: Math.max(start, base.from), to: Math.min(start + (to - from), base.to) };
  }
  const back = (moment: number) => moveWall(wallOf(moment, zone), shift, -1);
  if (stepShiftOf(alignment, grain).kind === 'dates' && moveWall(back(from), shift, 1) !== wallOf(from, zone))
    return null;
  const next = grain.unit === 'day' ? back(from) + day : back(to);
  return { from: Math.max(momentOf(back(from), zone), base.from), to: Math.min(momentOf(next, zone), base.to) };
}
