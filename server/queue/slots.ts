/** `long` is what nobody watches second by second: files, row files, alerts and reports. */
export type TurnKind = 'short' | 'long';

/** Something that runs in a slot: who it counts for, since when it runs, and whether the slot is the reserved one. */
export type RunningTurn = { person: string; kind: TurnKind; startedAt: number; isReserved: boolean };

/** A turn that wants a slot. What was preempted once has shown that it is slow, and stays out of the reserved slot. */
export type Candidate = { kind: TurnKind; wasPreempted: boolean };

/**
 * Who gets one of the running slots. Beside the regular slots there is a reserved one for short turns of people who have
 * nothing running: whatever one person asks, everyone else still finds a free slot.
 */
export function slotFor(
  regularSlots: number,
  running: RunningTurn[],
  person: string,
  { kind, wasPreempted }: Candidate,
): 'regular' | 'reserved' | undefined {
  const own = running.filter((turn) => turn.person === person);
  const hasRegular = running.filter(({ isReserved }) => !isReserved).length < regularSlots;
  if (kind === 'long') {
    const isWithinShare = longOf(own).length < maxLongPerPerson(regularSlots);
    return hasRegular && isWithinShare && longOf(running).length < maxLong(regularSlots) ? 'regular' : undefined;
  }
  if (hasRegular) return own.length < regularSlots ? 'regular' : undefined;
  const isReservedFree = !running.some(({ isReserved }) => isReserved);
  return isReservedFree && own.length === 0 && !wasPreempted ? 'reserved' : undefined;
}

const longOf = (turns: RunningTurn[]) => turns.filter(({ kind }) => kind === 'long');

// Long turns leave one regular slot to short ones, and one person's leave another to other people's.
const maxLong = (regularSlots: number) => Math.max(1, regularSlots - 1);
const maxLongPerPerson = (regularSlots: number) => Math.max(1, Math.floor(regularSlots / 2));

/**
 * The turns that can be preempted for someone who has no slot, the best one first: the youngest of whoever runs several,
 * then the one in the reserved slot. The first turn of a person in a regular slot always runs to its end, so that
 * everyone gets on. Long turns have limits of their own and would lose most.
 */
export function listPreemptible<T extends RunningTurn>(running: T[]): T[] {
  const counts = new Map<string, number>();
  for (const { person } of running) counts.set(person, (counts.get(person) ?? 0) + 1);
  const countOf = ({ person }: T) => counts.get(person)!;
  const first = new Map<string, T>();
  for (const turn of running)
    if (!first.has(turn.person) || turn.startedAt < first.get(turn.person)!.startedAt) first.set(turn.person, turn);
  const surplus = running
    .filter((turn) => turn.kind === 'short' && countOf(turn) > 1 && first.get(turn.person) !== turn)
    .sort((a, b) => countOf(b) - countOf(a) || b.startedAt - a.startedAt);
  return [...new Set([...surplus, ...running.filter(({ isReserved }) => isReserved)])];
}
