/**
 * A live event: the query keys that it makes stale on open pages. `roots` are all first parts of those keys; pages that
 * missed events refetch everything below them.
 */
export type LiveEvent<Root extends string, Payload> = {
  roots: readonly Root[];
  /** `viewer` is the id of the signed-in member, if loaded. */
  stale: (payload: Payload, viewer: string | undefined) => StaleKey<Root>[];
};
type StaleKey<Root extends string> = [Root, ...string[]];

/** Declares a live event. The payload is the type of the parameter of `stale`. */
export function liveEvent<const Root extends string, Payload = unknown>(
  roots: readonly Root[],
  stale: (payload: Payload, viewer: string | undefined) => StaleKey<NoInfer<Root>>[],
): LiveEvent<Root, Payload> {
  return { roots, stale };
}
