import { andThen, type MaybePromise } from '#server/context.ts';
import type { Person, SharedResource } from './audience.ts';

/** A streaming response that ends when its reader loses access to a resource it contains. */
export type OpenResponse = {
  add: (resource: SharedResource) => void;
  lost: AbortSignal;
  end: () => void;
  close: () => void;
};

export type OpenResponses = { open: (person: Person) => OpenResponse; check: (resource: SharedResource) => void };

type TrackedResponse = { person: Person; names: Set<string>; ending: AbortController };

/** Cache key of a resource. */
export const resourceKey = ({ kind, id }: SharedResource) => `${kind} ${id}`;

export function trackOpenResponses(
  maySee: (resource: SharedResource, person: Person) => MaybePromise<boolean>,
): OpenResponses {
  const all = new Set<TrackedResponse>();
  return {
    open: (person) => {
      const tracked: TrackedResponse = { person, names: new Set(), ending: new AbortController() };
      all.add(tracked);
      return {
        add: (resource) => tracked.names.add(resourceKey(resource)),
        lost: tracked.ending.signal,
        end: () => tracked.ending.abort(),
        close: () => all.delete(tracked),
      };
    },
    check: (resource) => {
      const name = resourceKey(resource);
      for (const { person, names, ending } of all) {
        if (!names.has(name)) continue;
        const result = andThen(maySee(resource, person), (may) => may || ending.abort());
        // If access cannot be checked, the response ends.
        if (result instanceof Promise) result.catch(() => ending.abort());
      }
    },
  };
}
