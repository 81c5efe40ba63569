/** `long` is background work: exported files, row files, alerts and reports. */
export type TurnKind = 'short' | 'long';

/** A turn that occupies a slot. */
export type RunningTurn = { person: string; kind: TurnKind; startedAt: number; isReserved: boolean };

/** A turn that waits for a slot. A turn that was preempted is slow, and may not use the reserved slot again. */
export type SlotCandidate = { kind: TurnKind; wasPreempted: boolean };

/**
 * The kind of slot that a turn may use now. Beside the regular slots there is a reserved one for short turns of people
 * with nothing running, so that one person can never block everyone else.
 */
export function slotFor(
  regularSlots: number,
  running: RunningTurn[],
  person: string,
  { kind, wasPreempted }: SlotCandidate,
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

// Long turns leave one regular slot for short ones, and the long turns of one person leave another for other people.
const maxLong = (regularSlots: number) => Math.max(1, regularSlots - 1);
const maxLongPerPerson = (regularSlots: number) => Math.max(1, Math.floor(regularSlots / 2));

/**
 * The turns that can be preempted for a person without a slot, best first: the youngest turn of the person with the
 * most running turns, then the one in the reserved slot. The first turn of a person in a regular slot is never
 * preempted, so that everyone makes progress. Long turns have their own limits and would lose the most work.
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
