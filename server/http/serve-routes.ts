import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';

import { apiPrefix, seeAsHeader, staleHeader } from '#contract/shell.ts';
import { addressInputOf, keyParameter } from '#contract/data-address/routes.ts';
import { type ErrorCode, Problem } from '#contract/errors.ts';
import { isReadRoute, keyPrefix, takesKey } from '#contract/accounts/keys.ts';
import { allowsSeeAs } from '#contract/members/see-as.ts';
import { type Language, languageOf } from '#domain/language.ts';
import {
  type AccessLevel,
  listRoutes,
  methodOf,
  pathOf,
  staleHeaderOf,
  type Route,
  type RouteKey,
  type RouteTable,
  type ResourceKind,
} from '#contract/route.ts';
import type { AccessControl } from '#server/access/access.ts';
import type { OpenResponse } from '#server/access/open-responses.ts';
import { type AuditedCall, logCall } from '#server/audit/log-call.ts';
import { requireRight } from '#server/access/rights.ts';
import type { Right } from '#contract/access/routes.ts';
import type { Database } from '#server/database/open.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import type { SnapshotCache } from '#server/datasets/snapshot-cache.ts';
import { limitToPass } from '#server/members/see-as.ts';
import type { Servers } from '#server/servers/servers.ts';
import type { Config } from '#server/config.ts';
import {
  andThen,
  type Caller,
  type AuditFields,
  type EventsAnswer,
  type FileAnswer,
  type Identity,
  type LinesAnswer,
  type MaybePromise,
  type PictureAnswer,
} from '#server/context.ts';
import { failureOf } from './error-response.ts';
import { cookiesOf } from './cookies.ts';
import { relayToHolder } from './relay.ts';
import { sendEvents, sendFile, sendLines, sendPicture, serveStream } from './streams.ts';
import type { Xsrf } from './xsrf.ts';

/** Access rules of a route: roles, and whether personal keys are accepted. */
type RouteRules = {
  access: AccessLevel;
  takesKey: boolean;
  isReading: boolean;
  allowsSeeAs: boolean;
  isCookieless: boolean;
  isDataAddress: boolean;
};
type AnyHandler = (ctx: never, input: never) => MaybePromise<unknown>;
type RouteServices = {
  sessions: Sessions;
  config: Config;
  access: AccessControl;
  db: Database;
  servers: Servers;
  snapshots: SnapshotCache;
  secret: string;
};
type RouteContext = {
  services: RouteServices;
  xsrf: Xsrf;
  /** The id of the files that a request of a relayed route is about. */
  relayIdOf: (request: FastifyRequest) => string;
};

/** Serves all routes of the contract in the same way: authorize, parse, handle, respond. */
export function serveRoutes(
  app: FastifyInstance,
  serving: RouteContext,
  routes: RouteTable,
  handlers: Record<string, AnyHandler>,
): void {
  for (const [key, route] of listRoutes(routes)) {
    const handler = handlers[key];
    if (!handler) throw new Error(`${key} has no handler`);
    const rules = {
      access: route.access,
      takesKey: takesKey(route),
      isReading: isReadRoute(key, route),
      allowsSeeAs: allowsSeeAs(key, route),
      isCookieless: route.cookieless ?? false,
      isDataAddress: route.dataAddress ?? false,
    };
    const options: RouteOptions = {
      method: methodOf(key),
      url: `${apiPrefix}${pathOf(key)}`,
      exposeHeadRoute: false,
      ...(route.bytes && { bodyLimit: route.bytes }),
      onRequest: [
        ...(route.isRelayed ? [relayFirst(serving)] : []),
        ...(route.bytes ? [authorizeFirst(serving, rules)] : []),
      ],
      config: { isReading: route.isReadOnly ?? false, isCookieless: rules.isCookieless || rules.isDataAddress },
      handler: (request, reply) => serveRoute(serving, { key, route, rules, handler }, request, reply),
    };
    if (route.body === 'stream') serveStream(app, options);
    else app.route(options);
  }
}

// Before the body is read, and before the caller is authorized, which the other server does.
const relayFirst =
  ({ services, relayIdOf }: RouteContext) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { servers, secret } = services;
    await relayToHolder(request, reply, { servers, secret, idOf: relayIdOf });
  };

// The body of an upload is not read before the caller is authorized.
const authorizeFirst = (serving: RouteContext, rules: RouteRules) => async (request: FastifyRequest) => {
  checkForgery(serving.xsrf, rules, request);
  await permit(serving.services.sessions, rules, request);
};

// Other sites cannot send a key in a header, so requests with a key need no anti-forgery token.
function checkForgery(xsrf: Xsrf, rules: RouteRules, request: FastifyRequest): void {
  const { takesKey: isOpen, isCookieless, isDataAddress } = rules;
  const url = isDataAddress ? request.url.replace(keyInAddress, '') : request.url;
  if (url.includes(`=${keyPrefix}`)) throw new Problem('key_in_address');
  if (isCookieless) return;
  if (!tokenOf(rules, request)?.startsWith(keyPrefix)) return xsrf.check(request);
  if (!isOpen && !xsrf.isOwn(request)) throw new Problem('key_not_here');
}

const keyInAddress = new RegExp(`[?&]${keyParameter}=${keyPrefix}[^&]*`);

// Promises on this path would slow down every request, so synchronous values are not awaited.
function serveRoute(
  { services, xsrf }: RouteContext,
  { key, route, rules, handler }: { key: RouteKey; route: Route; rules: RouteRules; handler: AnyHandler },
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<FastifyReply> {
  // The URL may contain a key, which must not leak as a referrer.
  if (rules.isDataAddress) reply.header('referrer-policy', 'no-referrer');
  checkForgery(xsrf, rules, request);
  return andThen(permitToSee(services, rules, request), (identity) => {
    const caller = callerOf(request);
    const input = parseInput(route, request, caller.language);
    // With a refusal as well: what the page shows may be the reason.
    if (route.stale?.length) reply.header(staleHeader, staleHeaderOf(route, request.params as object));
    // Uses the services as prototype: copying them into every context would cost more than most requests.
    const entry: AuditFields = {};
    const hold = trackResponse(services, route, identity, isStillPermitted);
    const disconnectSignal = disconnectSignalOf(reply);
    const own = { entry, identity, body: request.body, hold, disconnectSignal, traceId: request.id };
    const ctx = Object.assign(Object.create(services) as typeof services, caller, own);
    if (route.cookies) Object.assign(ctx, { cookies: cookiesOf(request, reply, isSecure(services.config)) });
    const run = () => handler(ctx as never, input as never);
    const runLogged = () => (route.audit ? runChange(services, { key, route, ctx, input } as AuditedCall, run) : run());
    const runPermitted = () => andThen(requireRouteRight(route, ctx, input), runLogged);
    return andThen(own.hold ? closeOnFailure(own.hold, runPermitted) : runPermitted(), (output) => {
      if (route.response === 'file') return sendFile(reply, output as FileAnswer);
      if (route.response === 'picture') return sendPicture(reply, output as PictureAnswer);
      if (route.response === 'events')
        return sendEvents(reply, output as EventsAnswer, {
          isPermitted: isStillPermitted,
          watch: (check) => (identity ? services.sessions.watch(identity.member.id, check) : () => {}),
        });
      if (route.response === 'lines')
        return sendLines(reply, output as LinesAnswer, {
          failureOf: (error) => failureOf(error, request),
          hold: own.hold,
        });
      return respond(reply, route.output.parse(output));
    });

    // A changed role ends the stream, since other events are visible to it; the client reconnects.
    async function isStillPermitted(): Promise<boolean> {
      // On anonymous routes the handler checks access itself.
      if (rules.access === 'anyone') return true;
      // If the check fails, the stream ends; the client reconnects.
      const now = await Promise.resolve(permitToSee(services, rules, request)).catch(() => undefined);
      return now !== undefined && now.member.role === identity?.member.role;
    }
  });
}

// All calls that change data are audited.
async function runChange(
  { snapshots }: RouteServices,
  call: AuditedCall,
  run: () => MaybePromise<unknown>,
): Promise<unknown> {
  try {
    return await logCall(call, run);
  } finally {
    snapshots.invalidate();
  }
}

// Created on demand, because most handlers do not need it.
function disconnectSignalOf({ raw }: FastifyReply): () => AbortSignal {
  let controller: AbortController | undefined;
  return () => {
    if (controller) return controller.signal;
    const created = (controller = new AbortController());
    raw.once('close', () => raw.writableFinished || created.abort());
    if (raw.destroyed) created.abort();
    return created.signal;
  };
}

// A stream closes it at its end; a handler that fails earlier starts no stream.
async function closeOnFailure(hold: OpenResponse, handle: () => MaybePromise<unknown>): Promise<unknown> {
  try {
    return await handle();
  } catch (error) {
    hold.close();
    throw error;
  }
}

const isSecure = (config: Config) => config.publicUrl.startsWith('https:');

type AccessCheck = { access: AccessControl; identity: Identity | undefined; hold: OpenResponse | undefined };

/** Responds with not_found for resources that the caller may not see. */
function requireRouteRight(
  { needs }: Route,
  { access, identity, hold }: AccessCheck,
  input: unknown,
): MaybePromise<void> {
  if (!needs || !identity) return undefined;
  const [right, kind] = needs.split(' ') as [Right, ResourceKind];
  const { id } = input as { id: string };
  return requireRight({ access, identity, ...(hold && { hold }) }, right, { kind, id });
}

// A stream may run for a long time; it ends if its reader loses access.
function trackResponse(
  { access, sessions }: RouteServices,
  { response }: Route,
  identity: Identity | undefined,
  isStillPermitted: () => Promise<boolean>,
): OpenResponse | undefined {
  if (response !== 'lines' || !identity) return undefined;
  const hold = access.openResponses.open(identity.member);
  const check = async () => (await isStillPermitted()) || hold.end();
  const unwatch = sessions.watch(identity.member.id, () => void check());
  return { ...hold, close: () => (unwatch(), hold.close()) };
}

function respond(reply: FastifyReply, output: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  return output === undefined ? reply.code(204).send() : reply.send(output);
}

// Only the listed roles are accepted; an unknown role is rejected.
function permit(sessions: Sessions, rules: RouteRules, request: FastifyRequest): MaybePromise<Identity | undefined> {
  if (rules.access === 'anyone') return undefined;
  const token = tokenOf(rules, request);
  return andThen(token ? sessions.identify(token) : undefined, (identity) => {
    if (identity && identity.scope !== 'read' && keyInQuery(rules, request)) throw new Problem('key_edits_in_address');
    return requireAccess(rules, identity);
  });
}

/** The caller, limited to what other members may see if the request has the header of "See as…". */
function permitToSee(
  services: RouteServices,
  rules: RouteRules,
  request: FastifyRequest,
): MaybePromise<Identity | undefined> {
  return andThen(permit(services.sessions, rules, request), (identity) => {
    const pass = request.headers[seeAsHeader];
    if (!identity || pass === undefined) return identity;
    if (!rules.allowsSeeAs) throw new Problem('see_as_read_only');
    return limitToPass(services, identity, String(pass)).then((limited) => requireAccess(rules, limited));
  });
}

/** Personal key in the query of a data address; ignores anything that is not a personal key. */
function keyInQuery({ isDataAddress }: RouteRules, { query }: FastifyRequest): string | undefined {
  const key = isDataAddress ? (query as Record<string, unknown>)[keyParameter] : undefined;
  return typeof key === 'string' && keyPattern.test(key) ? key : undefined;
}

const keyPattern = new RegExp(`^${keyPrefix}[\\w-]{1,100}$`);

function tokenOf(rules: RouteRules, request: FastifyRequest): string | undefined {
  const key = keyInQuery(rules, request);
  if (key) return key;
  return /^Bearer ([\w.~+/=%-]{1,500})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function requireAccess(
  { access, takesKey: isOpen, isReading: isRead }: RouteRules,
  identity: Identity | undefined,
): Identity {
  if (!identity) throw new Problem('unauthenticated');
  const { scope } = identity;
  if (scope !== 'all' && !isOpen) throw new Problem('key_not_here');
  if (scope === 'read' && !isRead) throw new Problem('key_reads_only');
  const { role } = identity.member;
  if (access === 'member' || role === access || (access === 'editor' && role === 'owner')) return identity;
  throw new Problem('forbidden');
}

function callerOf(request: FastifyRequest): Caller {
  return {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    language: languageOf(request.headers['accept-language']),
    origin: `${request.protocol}://${request.host}`,
  };
}

const zodLocales: Record<Language, z.core.$ZodErrorMap> = {
  en_US: z.locales.en().localeError,
  zh_CN: z.locales.zhCN().localeError,
};

function parseInput(route: Route, request: FastifyRequest, language: Language): unknown {
  const input = inputOf(request, route);
  const parsed = route.input.safeParse(input);
  return parsed.success ? parsed.data : rejectInput(route.input, input, language);
}

// Rejected input is parsed again, with messages in the client's language.
function rejectInput(schema: z.ZodType, input: unknown, language: Language): never {
  const [issue] = schema.safeParse(input, { error: zodLocales[language] }).error!.issues;
  const problem = issue!.code === 'custom' ? issue.params?.['problem'] : undefined;
  if (problem) throw new Problem(problem as ErrorCode);
  const field = issue!.path.join('.').slice(0, 100);
  throw new Problem('invalid_input', { detail: [field, issue!.message.slice(0, 200)].filter(Boolean).join(': ') });
}

function inputOf({ method, params, query, body }: FastifyRequest, route: Route): unknown {
  if (route.dataAddress) return addressInputOf(params as object, query as object);
  if (route.body) return { ...(query as object), ...(params as object) };
  const takesQuery = method === 'GET' || method === 'DELETE';
  const [sent, unexpectedBody] = takesQuery ? [query, body] : [body === undefined ? {} : body, undefined];
  if (unexpectedBody !== undefined) throw new Problem('malformed_request');
  return isPlainObject(sent) ? { ...sent, ...(params as object) } : sent;
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
