import { type Alignment, moveWall, type CalendarShift } from './alignment.ts';
import { day, hour, isBelowDay, momentOf, monthsOf, startOf, addSteps, wallOf } from './calendar.ts';
import { isDay } from './calendar.ts';
import type { Grain } from '#domain/query/query.ts';
import { type TimeWindow, windowOfDay } from './span.ts';

/** A part of the base window, and the shift in seconds to its counterpart; null for none. */
type BasePiece = TimeWindow & { seconds: number | null };

/**
 * How a base step maps to its counterpart: `days` shifts days before they are truncated to steps, `months` shifts
 * steps, `dates` shifts days to the same date if there is one, and `pieces` shifts moments.
 */
export type StepShift =
  | { kind: 'days' | 'months' | 'dates'; count: number }
  | { kind: 'pieces'; pieces: BasePiece[]; unmatched: TimeWindow[] };

type ShiftedAlignment = Alignment & { shift: CalendarShift };

export const isAligned = (alignment: Alignment): alignment is ShiftedAlignment => alignment.shift !== null;

export function stepShiftOf(alignment: ShiftedAlignment, grain: Grain): StepShift {
  const { shift } = alignment;
  if (isBelowDay(grain)) {
    const pieces = piecesOf(alignment);
    return { kind: 'pieces', pieces, unmatched: unmatchedOf(alignment.window, pieces) };
  }
  if (shift.unit === 'days') return { kind: 'days', count: shift.count };
  return { kind: monthsOf(grain) ? 'months' : 'dates', count: shift.count };
}

/** The shift of a base moment in seconds; null if its counterpart belongs to another moment or does not exist. */
function secondsAt(moment: number, { shift, zone }: ShiftedAlignment): number | null {
  const wall = wallOf(moment, zone);
  const target = moveWall(wall, shift, 1);
  if (moveWall(target, shift, -1) !== wall || momentOf(wall, zone) !== moment) return null;
  const moved = momentOf(target, zone);
  return wallOf(moved, zone) === target ? (moved - moment) / 1000 : null;
}

const quarter = hour / 4;

/** The base in pieces with the same shift: DST changes and the lengths of months divide it. */
function piecesOf(alignment: ShiftedAlignment): BasePiece[] {
  const { base, shift, zone } = alignment;
  if (zone === 'UTC' && shift.unit !== 'months') return [{ ...base, seconds: secondsAt(base.from, alignment) }];
  const chunk = shift.unit === 'months' ? day : 7 * day;
  const first = startOf(base.from, { unit: 'day' }, zone);
  const pieces: BasePiece[] = [];
  for (let from = first; from < base.to; from += chunk) {
    const to = Math.min(from + chunk, base.to);
    if (secondsAt(from, alignment) === secondsAt(to - 1, alignment)) addPiece(pieces, from, to, alignment);
    else for (let at = from; at < to; at += quarter) addPiece(pieces, at, Math.min(at + quarter, to), alignment);
  }
  return pieces;
}

function addPiece(pieces: BasePiece[], from: number, to: number, alignment: ShiftedAlignment): void {
  const seconds = secondsAt(from, alignment);
  const last = pieces.at(-1);
  if (last && last.seconds === seconds) last.to = to;
  else pieces.push({ from, to, seconds });
}

/** Windows that no piece maps to. */
function unmatchedOf(window: TimeWindow, pieces: BasePiece[]): TimeWindow[] {
  const reached = pieces
    .flatMap(({ from, to, seconds }) =>
      seconds === null ? [] : [{ from: from + seconds * 1000, to: to + seconds * 1000 }],
    )
    .sort((a, b) => a.from - b.from);
  const gaps: TimeWindow[] = [];
  let at = window.from;
  for (const { from, to } of reached) {
    if (from > at) gaps.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < window.to) gaps.push({ from: at, to: window.to });
  return gaps;
}

const windowOfStep = (label: string, grain: Grain, zone: string): TimeWindow => {
  const from = isDay(label) ? windowOfDay(label, zone).from : Date.parse(label);
  return { from, to: addSteps(from, 1, { grain, zone }) };
};

/** The counterpart of a step, cut off where the step is; null if there is none. */
export function counterpartOf(alignment: Alignment, label: string, grain: Grain): TimeWindow | null {
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
