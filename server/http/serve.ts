import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';

import { apiPrefix } from '#contract/shell.ts';
import { addressInputOf, keyParameter } from '#contract/data-addresses.ts';
import { type ErrorCode, Problem } from '#contract/errors.ts';
import { isReading, keyPrefix, takesKey } from '#contract/keys.ts';
import { type Language, languageOf } from '#contract/language.ts';
import {
  type Access,
  listRoutes,
  methodOf,
  pathOf,
  type Route,
  type RouteKey,
  type Routes,
  type ThingKind,
} from '#contract/route.ts';
import type { Access as AccessKeeper } from '#server/access/access.ts';
import type { Hold } from '#server/access/holds.ts';
import { type Call, keepEntry } from '#server/audit/keep.ts';
import { requireRight } from '#server/access/rights.ts';
import type { Right } from '#contract/access.ts';
import type { Database } from '#server/database/open.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import type { Config } from '#server/config.ts';
import {
  after,
  type Caller,
  type Entry,
  type EventsAnswer,
  type FileAnswer,
  type Identity,
  type LinesAnswer,
  type MaybePromise,
  type PictureAnswer,
} from '#server/context.ts';
import { failureOf } from './answer.ts';
import { cookiesOf } from './cookies.ts';
import { sendEvents, sendFile, sendLines, sendPicture, serveStream } from './streams.ts';
import type { Xsrf } from './xsrf.ts';

/** Who may pass: by role, and whether a personal key is enough. */
type Gate = { access: Access; takesKey: boolean; isReading: boolean; isBare: boolean; isDataAddress: boolean };
type AnyHandler = (ctx: never, input: never) => MaybePromise<unknown>;
type Services = { sessions: Sessions; config: Config; access: AccessKeeper; db: Database };
type Serving = { services: Services; xsrf: Xsrf };

/** Serves every route of the contract in one way: permit, parse, handle, answer. */
export function serveRoutes(
  app: FastifyInstance,
  serving: Serving,
  routes: Routes,
  handlers: Record<string, AnyHandler>,
): void {
  for (const [key, route] of listRoutes(routes)) {
    const handler = handlers[key];
    if (!handler) throw new Error(`${key} has no handler`);
    const gate = {
      access: route.access,
      takesKey: takesKey(key),
      isReading: isReading(key, route),
      isBare: route.bare ?? false,
      isDataAddress: route.dataAddress ?? false,
    };
    const options: RouteOptions = {
      method: methodOf(key),
      url: `${apiPrefix}${pathOf(key)}`,
      exposeHeadRoute: false,
      ...(route.bytes && { bodyLimit: route.bytes, onRequest: checkFirst(serving, gate) }),
      config: { isReading: route.reads ?? false, isBare: gate.isBare || gate.isDataAddress },
      handler: (request, reply) => serveOne(serving, { key, route, gate, handler }, request, reply),
    };
    if (route.takes === 'stream') serveStream(app, options);
    else app.route(options);
  }
}

// A large body is not read for someone who may not send it.
const checkFirst = (serving: Serving, gate: Gate) => async (request: FastifyRequest) => {
  checkForgery(serving.xsrf, gate, request);
  await permit(serving.services.sessions, gate, request);
};

// No page of another site can send a key in a header, so nothing need show that ours sent it.
function checkForgery(xsrf: Xsrf, gate: Gate, request: FastifyRequest): void {
  const { takesKey: isOpen, isBare, isDataAddress } = gate;
  const url = isDataAddress ? request.url.replace(keyInAddress, '') : request.url;
  if (url.includes(`=${keyPrefix}`)) throw new Problem('key_in_address');
  if (isBare) return;
  if (!tokenOf(gate, request)?.startsWith(keyPrefix)) return xsrf.check(request);
  if (!isOpen && !xsrf.isOwn(request)) throw new Problem('key_not_here');
}

const keyInAddress = new RegExp(`[?&]${keyParameter}=${keyPrefix}[^&]*`);

// Every promise on this path costs every request, so what is at hand is not waited for.
function serveOne(
  { services, xsrf }: Serving,
  { key, route, gate, handler }: { key: RouteKey; route: Route; gate: Gate; handler: AnyHandler },
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<FastifyReply> {
  // The address may hold a key, which no other site is to hear of.
  if (gate.isDataAddress) reply.header('referrer-policy', 'no-referrer');
  checkForgery(xsrf, gate, request);
  return after(permit(services.sessions, gate, request), (identity) => {
    const caller = callerOf(request);
    const input = parseInput(route, request, caller.language);
    // Copying the services into every context would cost more than most requests.
    const entry: Entry = {};
    const hold = holdOf(services, route, identity, isStillPermitted);
    const own = { entry, identity, body: request.body, hold, leaving: leavingOf(reply) };
    const ctx = Object.assign(Object.create(services) as typeof services, caller, own);
    if (route.cookies) Object.assign(ctx, { cookies: cookiesOf(request, reply, isSecure(services.config)) });
    const run = () => handler(ctx as never, input as never);
    const told = () => (route.act ? keepEntry({ key, route, ctx, input } as Call, run) : run());
    const handled = () => after(requireNeeded(route, ctx, input), told);
    return after(own.hold ? letGoOnFailure(own.hold, handled) : handled(), (output) => {
      if (route.gives === 'file') return sendFile(reply, output as FileAnswer);
      if (route.gives === 'picture') return sendPicture(reply, output as PictureAnswer);
      if (route.gives === 'events')
        return sendEvents(reply, output as EventsAnswer, {
          isPermitted: isStillPermitted,
          watch: (check) => (identity ? services.sessions.watch(identity.member.id, check) : () => {}),
        });
      if (route.gives === 'lines')
        return sendLines(reply, output as LinesAnswer, {
          failureOf: (error) => failureOf(error, request),
          hold: own.hold,
        });
      return answer(reply, route.output.parse(output));
    });

    // Who has another role now begins anew, since other things are told to it.
    async function isStillPermitted(): Promise<boolean> {
      // Who is let in by what they sent is shown out by whoever read it.
      if (gate.access === 'anyone') return true;
      const now = await Promise.resolve(permit(services.sessions, gate, request)).catch(() => undefined);
      return now !== undefined && now.member.role === identity?.member.role;
    }
  });
}

// Most calls never ask, so it is made when one does.
function leavingOf({ raw }: FastifyReply): () => AbortSignal {
  let ending: AbortController | undefined;
  return () => {
    if (ending) return ending.signal;
    const made = (ending = new AbortController());
    raw.once('close', () => raw.writableFinished || made.abort());
    if (raw.destroyed) made.abort();
    return made.signal;
  };
}

// Lines that are sent let go of it at their end; what fails before sends none.
async function letGoOnFailure(hold: Hold, handle: () => MaybePromise<unknown>): Promise<unknown> {
  try {
    return await handle();
  } catch (error) {
    hold.close();
    throw error;
  }
}

const isSecure = (config: Config) => config.publicUrl.startsWith('https:');

type Asked = { access: AccessKeeper; identity: Identity | undefined; hold: Hold | undefined };

/** What one may not see is not there. */
function requireNeeded({ needs }: Route, { access, identity, hold }: Asked, input: unknown): MaybePromise<void> {
  if (!needs || !identity) return undefined;
  const [right, kind] = needs.split(' ') as [Right, ThingKind];
  const { id } = input as { id: string };
  return requireRight({ access, identity, ...(hold && { hold }) }, right, { kind, id });
}

// Lines may go on for long; whoever loses the right to see them meanwhile gets no more of them.
function holdOf(
  { access, sessions }: Services,
  { gives }: Route,
  identity: Identity | undefined,
  isStillPermitted: () => Promise<boolean>,
): Hold | undefined {
  if (gives !== 'lines' || !identity) return undefined;
  const hold = access.holds.open(identity.member);
  const check = async () => (await isStillPermitted()) || hold.end();
  const leave = sessions.watch(identity.member.id, () => void check());
  return { ...hold, close: () => (leave(), hold.close()) };
}

function answer(reply: FastifyReply, output: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  return output === undefined ? reply.code(204).send() : reply.send(output);
}

// Only what is named here opens a route; a role that is not known opens none.
function permit(sessions: Sessions, gate: Gate, request: FastifyRequest): MaybePromise<Identity | undefined> {
  if (gate.access === 'anyone') return undefined;
  const token = tokenOf(gate, request);
  return after(token ? sessions.identify(token) : undefined, (identity) => {
    if (identity && identity.scope !== 'read' && keyInQuery(gate, request)) throw new Problem('key_edits_in_address');
    return requireAccess(gate, identity);
  });
}

/** The key in the address, where one may be there; what is no personal key is none. */
function keyInQuery({ isDataAddress }: Gate, { query }: FastifyRequest): string | undefined {
  const key = isDataAddress ? (query as Record<string, unknown>)[keyParameter] : undefined;
  return typeof key === 'string' && keyPattern.test(key) ? key : undefined;
}

const keyPattern = new RegExp(`^${keyPrefix}[\\w-]{1,100}$`);

function tokenOf(gate: Gate, request: FastifyRequest): string | undefined {
  const key = keyInQuery(gate, request);
  if (key) return key;
  return /^Bearer ([\w.~+/=%-]{1,500})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function requireAccess(
  { access, takesKey: isOpen, isReading: isRead }: Gate,
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
  return parsed.success ? parsed.data : refuseInput(route.input, input, language);
}

// Only what is refused is read again, to say why in the reader's language.
function refuseInput(schema: z.ZodType, input: unknown, language: Language): never {
  const [issue] = schema.safeParse(input, { error: zodLocales[language] }).error!.issues;
  const problem = issue!.code === 'custom' ? issue.params?.['problem'] : undefined;
  if (problem) throw new Problem(problem as ErrorCode);
  const place = issue!.path.join('.').slice(0, 100);
  throw new Problem('invalid_input', { detail: [place, issue!.message.slice(0, 200)].filter(Boolean).join(': ') });
}

function inputOf({ method, params, query, body }: FastifyRequest, route: Route): unknown {
  if (route.dataAddress) return addressInputOf(params as object, query as object);
  if (route.takes) return { ...(query as object), ...(params as object) };
  const takesQuery = method === 'GET' || method === 'DELETE';
  const [sent, unasked] = takesQuery ? [query, body] : [body === undefined ? {} : body, undefined];
  if (unasked !== undefined) throw new Problem('malformed_request');
  return isPlainObject(sent) ? { ...sent, ...(params as object) } : sent;
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
