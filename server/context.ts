import type { z } from 'zod';

import type { Member } from '#contract/accounts.ts';
import type { Language } from '#contract/language.ts';
import type { Access, Route, Routes } from '#contract/route.ts';

/** Something at hand, or to be waited for. */
export type MaybePromise<T> = T | Promise<T>;

/** Who is calling: the member, and the session that their token belongs to. */
export type Identity = { member: Member; sessionId: string; token: string };

/** Where a call comes from and how to answer it. */
export type Caller = { address: string; userAgent: string; language: Language };

/** What every function gets first: the services it needs, the caller and, behind the door, who it is. */
export type Context<Services> = Services & Caller;
export type MemberContext<Services> = Context<Services> & { identity: Identity };

type ContextFor<Services, A extends Access> = A extends 'anyone' ? Context<Services> : MemberContext<Services>;

/** One handler for each route of a table. */
export type Handlers<Services, R extends Routes> = {
  [K in keyof R]: R[K] extends Route<infer A, infer I, infer O>
    ? (ctx: ContextFor<Services, A>, input: z.output<I>) => MaybePromise<z.input<O>>
    : never;
};
