import type { Identity } from '#server/context.ts';
import type { TurnKind } from './slots.ts';

/** Whose share of the running slots a question takes, and of which kind it is. */
export type Share = { person: string; kind: TurnKind };

/** All sessions and keys of a member have one share; a public link has its own. */
export const shareOf = ({ identity }: { identity: Identity }): Share => ({
  person: identity.share?.person ?? identity.member.id,
  kind: identity.share?.kind ?? 'short',
});

/** The same for what nobody watches second by second. */
export const asLong = <Ctx extends { identity: Identity }>(ctx: Ctx): Ctx => {
  const identity: Identity = { ...ctx.identity, share: { ...shareOf(ctx), kind: 'long' } };
  return Object.assign(Object.create(ctx) as Ctx, { identity });
};
