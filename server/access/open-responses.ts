import { andThen, type MaybePromise } from '#server/context.ts';
import type { Person, SharedResource } from './audience.ts';

/** A streaming response that ends when its reader loses access to a resource it contains. */
export type OpenResponse = {
  add: (resource: SharedResource) => void;
  lost: AbortSignal;
  end: () => void;
  close: () => void;
};

export type OpenResponses = {
  open: (person: Person) => OpenResponse;
  check: (resource: SharedResource) => void;
  /** Checks everything that responses contain. */
  checkAll: () => void;
};

type TrackedResponse = { person: Person; resources: Map<string, SharedResource>; ending: AbortController };

/** Cache key of a resource. */
export const resourceKey = ({ kind, id }: SharedResource) => `${kind} ${id}`;

export function trackOpenResponses(
  maySee: (resource: SharedResource, person: Person) => MaybePromise<boolean>,
): OpenResponses {
  const all = new Set<TrackedResponse>();
  return {
    open: (person) => {
      const tracked: TrackedResponse = { person, resources: new Map(), ending: new AbortController() };
      all.add(tracked);
      return {
        add: (resource) => tracked.resources.set(resourceKey(resource), resource),
        lost: tracked.ending.signal,
        end: () => tracked.ending.abort(),
        close: () => all.delete(tracked),
      };
    },
    check: (resource) => {
      const name = resourceKey(resource);
      for (const tracked of all) if (tracked.resources.has(name)) endIfForbidden(tracked, resource);
    },
    checkAll: () => {
      for (const tracked of all) for (const resource of tracked.resources.values()) endIfForbidden(tracked, resource);
    },
  };

  function endIfForbidden({ person, ending }: TrackedResponse, resource: SharedResource): void {
    const result = andThen(maySee(resource, person), (may) => may || ending.abort());
    // If access cannot be checked, the response ends.
    if (result instanceof Promise) result.catch(() => ending.abort());
  }
}
