import type { Readable } from 'node:stream';
import type { z } from 'zod';

import type { Member } from '#contract/accounts.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import type { Route, Routes } from '#contract/route.ts';

/** Something at hand, or to be waited for. */
export type MaybePromise<T> = T | Promise<T>;

/** Who is calling: the member, and the session that their token belongs to. */
export type Identity = { member: Member; sessionId: string; token: string };

/** Where a call comes from and how to answer it. */
export type Caller = { address: string; userAgent: string; language: Language };

/** What every function gets first: the services it needs, the caller and, behind the door, who it is. */
export type Context<Services> = Services & Caller;
export type MemberContext<Services> = Context<Services> & { identity: Identity };

/** A file to keep, as an answer. */
export type FileAnswer = { name: string; type: string; content: Readable | string; bytes?: number };

/** Events as an answer: called with where to send them, it begins, and gives what ends it. */
export type EventsAnswer = (send: (event: object) => void) => () => void;

/**
 * Lines of JSON as an answer. A line is an object, or pieces of JSON text that make one; who sends many waits for
 * what `send` gives. `signal` tells that the reader has gone.
 */
export type LinesAnswer = (send: SendLine, signal: AbortSignal, failureOf: FailureOf) => Promise<void>;
/** What of several things has failed, as a line; the others may still go well. */
export type FailureOf = (error: unknown) => { kind: 'error'; error: ErrorBody };
export type Piece = string | Buffer;
export type SendLine = (line: object | Piece[]) => MaybePromise<void>;

type ContextFor<Services, R extends Route> = (R['access'] extends 'anyone'
  ? Context<Services>
  : MemberContext<Services>) &
  (R extends { takes: 'stream' } ? { body: Readable } : unknown);

type AnswerFor<R extends Route> = R extends { gives: 'file' }
  ? FileAnswer
  : R extends { gives: 'events' }
    ? EventsAnswer
    : R extends { gives: 'lines' }
      ? LinesAnswer
      : z.input<R['output']>;

/** One handler for each route of a table. */
export type Handlers<Services, R extends Routes> = {
  [K in keyof R]: R[K] extends Route
    ? (ctx: ContextFor<Services, R[K]>, input: z.output<R[K]['input']>) => MaybePromise<AnswerFor<R[K]>>
    : never;
};
