import { z } from 'zod';

/** Who may call a route; an editor's routes are open to the owner too. There is no default: a route without it does not compile. */
export type Access = 'anyone' | 'member' | 'editor' | 'owner';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RouteKey = `${Method} /${string}`;

/**
 * What browser and server agree on for one call. The key in its table is its method and path.
 * Input is the path's parameters together with the query (GET, DELETE) or the JSON body (the others).
 */
export type Route = {
  access: Access;
  summary: string;
  input: z.ZodType;
  output: z.ZodType;
  /** How many bytes the body may have, if more than a megabyte. Who sends them is looked at before they are read. */
  bytes?: number;
  /** What the body is, if it is not JSON: a stream that is read as it comes. */
  takes?: 'stream';
  /**
   * What the answer is, if it is not JSON: a file to keep, events as long as both sides stay, or lines of JSON that
   * tell how far something is and then what came of it. Whoever leaves before that has cancelled it.
   */
  gives?: 'file' | 'events' | 'lines';
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

/** A moment, as ISO 8601 in UTC. */
export const momentSchema = z.iso.datetime();

export function methodOf(key: RouteKey): Method {
  return key.slice(0, key.indexOf(' ')) as Method;
}

export function pathOf(key: RouteKey): string {
  return key.slice(key.indexOf(' ') + 1);
}
