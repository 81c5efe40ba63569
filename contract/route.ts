import { z } from 'zod';

import type { Act } from './acts.ts';

/** Who may call a route; an editor's routes are open to the owner too. There is no default: a route without it does not compile. */
export type Access = 'anyone' | 'member' | 'editor' | 'owner';

/** Things that a right may be needed for. Datasets and imports follow their application, charts what they read. */
export type ThingKind = 'dashboard' | 'application' | 'dataset' | 'import' | 'chart' | 'upload';
export type Need = `${'view' | 'edit'} ${ThingKind}`;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RouteKey = `${Method} /${string}`;

/**
 * What browser and server agree on for one call. The key in its table is its method and path.
 * Input is the path's parameters together with the query (GET, DELETE) or the JSON body (the others).
 */
export type Route = {
  access: Access;
  /** The right that the caller needs for the thing that `id` names; without it there is no such thing. */
  needs?: Need;
  /** What the audit log calls it; null for a change that is not worth telling. What only reads need not say. */
  act?: Act | null;
  /** The fields of its input that the log tells too: choices and names, never what people keep or a secret. */
  tells?: readonly string[];
  summary: string;
  input: z.ZodType;
  output: z.ZodType;
  /** Whether nothing changes though it is no GET: what is asked is too long for an address. */
  reads?: true;
  /** How many bytes the body may have, if more than a megabyte. Who sends them is looked at before they are read. */
  bytes?: number;
  /**
   * Whether what admits is in the body alone. No cookie counts, so that there is nothing to forge, and none is set: a
   * frame on another site has none.
   */
  bare?: true;
  /**
   * Whether programs load data from it: its query names columns, as `where` of the input, and may hold a personal key
   * that only reads, since spreadsheets can send no header.
   */
  dataAddress?: true;
  /** Whether it reads and sets cookies of its own, which no script can see. */
  cookies?: true;
  /** What the body is, if it is not JSON: a stream that is read as it comes. */
  takes?: 'stream';
  /**
   * What the answer is, if it is not JSON: a file to keep, a picture that never changes, events as long as both sides stay, or lines of JSON that
   * tell how far something is and then what came of it. Whoever leaves before that has cancelled it.
   */
  gives?: 'file' | 'picture' | 'events' | 'lines';
};

export type Routes = { [key: RouteKey]: Route };

export function route<const R extends Route>(definition: R): R {
  return definition;
}

/** The routes of a table with their keys. */
export function listRoutes(routes: Routes): [RouteKey, Route][] {
  return Object.entries(routes) as [RouteKey, Route][];
}

/** Nothing to send. */
export const noInput = z.strictObject({});

/** Nothing to answer: status 204. */
export const noOutput = z.void();

/** Identifiers are made by the server; whatever else is in an id's place is not found by shape alone. */
export const idSchema = z.string().regex(/^[\w-]{1,64}$/);

/** The number of a version, as large as the database counts them. */
export const versionNumberSchema = z.int().min(0).max(2_147_483_647);

/** The same in an address, where everything is text. */
export const versionParamSchema = z.coerce.number().pipe(versionNumberSchema);

/** A moment, as ISO 8601 in UTC. */
export const momentSchema = z.iso.datetime();

/** What a clock shows, to the minute. */
export const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export function methodOf(key: RouteKey): Method {
  return key.slice(0, key.indexOf(' ')) as Method;
}

export function pathOf(key: RouteKey): string {
  return key.slice(key.indexOf(' ') + 1);
}
