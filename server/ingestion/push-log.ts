import type { FrameHeader } from '#engine/events/frames.ts';
import type { SealOutput } from '#engine/duckdb/tasks.ts';
import type { MaybePromise } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';

/** A push as it is logged. */
export type LoggedPush = { header: FrameHeader; body: Buffer };

/** The answer to an earlier push with the same idempotency key. */
export type EarlierAnswer = { answer: unknown };

/** The oldest unsealed pushes of a log. */
export type LogPart = {
  /** Identifies its first push. */
  first: number;
  /** Where the seal process reads it. */
  frames: { log: string; from: number; to: number };
  /** All datasets of its rows, and possibly others. */
  datasets: string[];
  /** Removes the sealed pushes, in the transaction that publishes them. Throws if another server has sealed them. */
  remove: (tx: Queryable, sealed: SealOutput) => Promise<void>;
  /** Sets the first push aside so that the others can be sealed. It is not read again, but stays stored. */
  quarantine: () => Promise<void>;
};

/** Outcome of an attempt to use the next part; `busy` if another server is using it. */
export type PartOutcome = 'used' | 'empty' | 'busy';

/** Write-ahead log of one application: its acknowledged pushes that are not sealed yet. */
export type ApplicationLog = {
  applicationId: string;
  /** Resolves when the push is durable. A push with an idempotency key is stored once; a retry gets the first answer. */
  append: (push: LoggedPush) => Promise<EarlierAnswer | undefined>;
  /** Calls `use` with the next part: at most `maxBytes`, but at least one push. */
  usePart: (maxBytes: number, use: (part: LogPart) => Promise<void>) => Promise<PartOutcome>;
};

/** The logs of all applications. */
export type PushLog = {
  /** Undefined if the application no longer exists. */
  find: (applicationId: string) => MaybePromise<ApplicationLog | undefined>;
  close: () => Promise<void>;
};

/** Where pushes are logged: in files of this server, or in a table that several servers share. */
export const pushLogKinds = ['files', 'table'] as const;
export type PushLogKind = (typeof pushLogKinds)[number];

/** The datasets changed, or another server published the same pushes, while they were being sealed. */
export class StaleSealError extends Error {}
