import type { Readable } from 'node:stream';
import type { z } from 'zod';

import type { Member } from '#contract/accounts/routes.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { KeyScope } from '#contract/accounts/keys.ts';
import type { Language } from '#domain/language.ts';
import type { Route, RouteTable } from '#contract/route.ts';

/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** Applies `next` to a value or to its promise; stays synchronous when the value is not a promise. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * The calling member. "See as…" and reports set `people`: only data that all of these people may see is shown, nothing
 * can be changed, and the role is the lowest of theirs.
 */
export type ActingMember = Member & { people?: readonly Pick<Member, 'id' | 'role'>[] };

/** The authenticated caller: the member, the session or personal key of the token, and its scope. */
export type Identity = {
  member: ActingMember;
  sessionId: string;
  token: string;
  scope: 'all' | KeyScope;
  /**
   * The concurrency share of the query queue that this uses; by default, that of the member's short queries. See
   * `server/queue/`.
   */
  share?: { person: string; kind: 'short' | 'long' };
};

/**
 * Client of a request: address, user agent, language, and the origin it used to reach this server
 * (`https://data.example.com`).
 */
export type Caller = { address: string; userAgent: string; language: Language; origin: string };

/** Fields that a handler adds to its audit log entry when neither input nor output contains them. */
export type AuditFields = { memberId?: string; thing?: string };

/** First argument of every handler: the services it needs, the client and, on authenticated routes, the identity. */
export type Context<Services> = Services & Caller & { entry?: AuditFields } & CallerConnection;
/** Aborts when the client disconnects, which cancels the work; absent for background jobs. */
export type CallerConnection = { disconnectSignal?: () => AbortSignal };
export const signalOf = ({ disconnectSignal }: CallerConnection): AbortSignal =>
  disconnectSignal?.() ?? new AbortController().signal;

export type MemberContext<Services> = Context<Services> & { identity: Identity };

/** HttpOnly cookies that are sent only to routes under /auth. */
export type Cookies = {
  read: (name: string) => string | undefined;
  set: (name: string, value: string, seconds: number) => void;
};

/** A file download as a response. */
export type FileAnswer = { name: string; type: string; content: Readable | string; bytes?: number };

/** An image as a response; cached forever unless `changes` is set. */
export type PictureAnswer = { type: string; content: Buffer; changes?: true };

/** A server-sent event stream as a response: starts when called and returns the function that stops it. */
export type EventsAnswer = (send: (event: object) => void, disconnect: () => void) => () => void;

/**
 * A stream of JSON lines as a response. A line is an object, or pieces of JSON text that form one. Senders of many
 * lines await `send` (backpressure). `signal` aborts when the client disconnects.
 */
export type LinesAnswer = (send: SendLine, signal: AbortSignal, failureOf: FailureOf) => Promise<void>;
/** Serializes the failure of one part as a line; the other parts may still succeed. */
export type FailureOf = (error: unknown) => { kind: 'error'; error: ErrorBody };
export type LinePiece = string | Buffer;
export type SendLine = (line: object | LinePiece[]) => MaybePromise<void>;

type ContextFor<Services, R extends Route> = (R['access'] extends 'anyone'
  ? Context<Services>
  : MemberContext<Services>) &
  (R extends { body: 'stream' } ? { body: Readable } : unknown) &
  (R extends { cookies: true } ? { cookies: Cookies } : unknown);

type AnswerFor<R extends Route> = R extends { response: 'file' }
  ? FileAnswer
  : R extends { response: 'picture' }
    ? PictureAnswer
    : R extends { response: 'events' }
      ? EventsAnswer
      : R extends { response: 'lines' }
        ? LinesAnswer
        : z.input<R['output']>;

/** One handler per route of a route table. */
export type Handlers<Services, R extends RouteTable> = {
  [K in keyof R]: R[K] extends Route
    ? (ctx: ContextFor<Services, R[K]>, input: z.output<R[K]['input']>) => MaybePromise<AnswerFor<R[K]>>
    : never;
};
