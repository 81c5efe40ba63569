import type { Readable } from 'node:stream';
import type { z } from 'zod';

import type { Member } from '#contract/accounts.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { KeyScope } from '#contract/keys.ts';
import type { Language } from '#contract/language.ts';
import type { Route, Routes } from '#contract/route.ts';

/** Something at hand, or to be waited for. */
export type MaybePromise<T> = T | Promise<T>;

/** What comes of something as soon as it is there; what is at hand is not waited for. */
export function after<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Who is calling: the member, the session or personal key that their token belongs to, and how far it reaches. */
export type Identity = {
  member: Member;
  sessionId: string;
  token: string;
  scope: 'all' | KeyScope;
  /** Whose share of the engine this takes, where it is not the member's own short questions: see `server/queue/`. */
  share?: { person: string; kind: 'short' | 'long' };
};

/** Where a call comes from, what it took this server for (`https://data.example.com`), and how to answer it. */
export type Caller = { address: string; userAgent: string; language: Language; origin: string };

/** What a handler adds to its entry in the audit log, where neither its input nor its answer tells. */
export type Entry = { memberId?: string; thing?: string };

/** What every function gets first: the services it needs, the caller and, behind the door, who it is. */
export type Context<Services> = Services & Caller & { entry?: Entry } & Leaving;
/** Tells that whoever called has gone, so that nothing goes on for nobody; absent where nobody waits. */
export type Leaving = { leaving?: () => AbortSignal };
export const signalOf = ({ leaving }: Leaving): AbortSignal => leaving?.() ?? new AbortController().signal;

export type MemberContext<Services> = Context<Services> & { identity: Identity };

/** Cookies that go to the calls below /auth alone and that no script can see. */
export type Cookies = {
  read: (name: string) => string | undefined;
  keep: (name: string, value: string, seconds: number) => void;
};

/** A file to keep, as an answer. */
export type FileAnswer = { name: string; type: string; content: Readable | string; bytes?: number };

/** A picture as an answer; at its address it stays what it is, unless it says otherwise. */
export type PictureAnswer = { type: string; content: Buffer; changes?: true };

/** Events as an answer: called with where to send them and how to hang up, it begins, and gives what ends it. */
export type EventsAnswer = (send: (event: object) => void, hangUp: () => void) => () => void;

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
  (R extends { takes: 'stream' } ? { body: Readable } : unknown) &
  (R extends { cookies: true } ? { cookies: Cookies } : unknown);

type AnswerFor<R extends Route> = R extends { gives: 'file' }
  ? FileAnswer
  : R extends { gives: 'picture' }
    ? PictureAnswer
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
