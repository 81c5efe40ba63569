import type { Identity } from '#server/context.ts';
import type { TurnKind } from './slots.ts';

/** The person whose share of the slots a query uses, and the kind of its turn. */
export type QueueShare = { person: string; kind: TurnKind };

/** All sessions and keys of a member use one share; a public link has its own. */
export const queueShareOf = ({ identity }: { identity: Identity }): QueueShare => ({
  person: identity.share?.person ?? identity.member.id,
  kind: identity.share?.kind ?? 'short',
});

/** The same context with long turns, for background work. */
export const withLongShare = <Ctx extends { identity: Identity }>(ctx: Ctx): Ctx => {
  const identity: Identity = { ...ctx.identity, share: { ...queueShareOf(ctx), kind: 'long' } };
  return Object.assign(Object.create(ctx) as Ctx, { identity });
};
