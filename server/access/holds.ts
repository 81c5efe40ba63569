import { after, type MaybePromise } from '#server/context.ts';
import type { Shared } from './access.ts';
import type { Person } from './audience.ts';

/** An answer that is on its way to someone, for as long as they may see all it is about. */
export type Hold = { add: (thing: Shared) => void; lost: AbortSignal; end: () => void; close: () => void };

export type Holds = { open: (person: Person) => Hold; check: (thing: Shared) => void };

type Held = { person: Person; names: Set<string>; ending: AbortController };

/** One word for a thing, to remember it by. */
export const nameOf = ({ kind, id }: Shared) => `${kind} ${id}`;

export function openHolds(maySee: (thing: Shared, person: Person) => MaybePromise<boolean>): Holds {
  const all = new Set<Held>();
  return {
    open: (person) => {
      const held: Held = { person, names: new Set(), ending: new AbortController() };
      all.add(held);
      return {
        add: (thing) => held.names.add(nameOf(thing)),
        lost: held.ending.signal,
        end: () => held.ending.abort(),
        close: () => all.delete(held),
      };
    },
    check: (thing) => {
      const name = nameOf(thing);
      for (const { person, names, ending } of all) {
        if (!names.has(name)) continue;
        // If nobody can tell now, nothing goes on.
        const told = after(maySee(thing, person), (may) => may || ending.abort());
        if (told instanceof Promise) told.catch(() => ending.abort());
      }
    },
  };
}
