import type { ResourceKind } from '#contract/route.ts';

/**
 * Who receives a live event. Viewers are those who may see a resource; after its deletion, when its access list is gone
 * and its id reveals nothing, either everyone or nobody.
 */
export type EventAudience =
  | { to: 'everyone' }
  | { to: 'editors' }
  | { to: 'member'; id: string | null }
  | { to: 'member_and_owners'; id: string | null }
  | { to: 'viewers'; kind: ResourceKind; id: string; deleted: 'everyone' | 'nobody' }
  /** Who may see all of these datasets. */
  | { to: 'dataset_viewers'; ids: string[] };

/**
 * A live event: the query keys that it makes stale on open pages, and who receives it. `roots` are all first parts of
 * those keys; pages that missed events refetch everything below them.
 */
export type LiveEvent<Root extends string, Payload> = {
  roots: readonly Root[];
  /** `viewer` is the id of the signed-in member, if loaded. */
  stale: (payload: Payload, viewer: string | undefined) => StaleKey<Root>[];
  audience: (payload: Payload) => EventAudience;
};
type StaleKey<Root extends string> = [Root, ...string[]];

/** Declares a live event. The payload is the type of the parameter of `stale`. */
export function liveEvent<const Root extends string, Payload = unknown>(
  roots: readonly Root[],
  stale: (payload: Payload, viewer: string | undefined) => StaleKey<NoInfer<Root>>[],
  audience: (payload: NoInfer<Payload>) => EventAudience,
): LiveEvent<Root, Payload> {
  return { roots, stale, audience };
}
