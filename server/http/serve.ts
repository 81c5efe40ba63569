import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';

import { apiPrefix } from '#contract/shell.ts';
import { type ErrorCode, Problem } from '#contract/errors.ts';
import { type Language, languageOf } from '#contract/language.ts';
import { type Access, listRoutes, methodOf, pathOf, type Route, type Routes } from '#contract/route.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import type { Caller, EventsAnswer, FileAnswer, Identity, LinesAnswer, MaybePromise } from '#server/context.ts';
import { failureOf } from './answer.ts';
import { sendEvents, sendFile, sendLines, serveStream } from './streams.ts';
import type { Xsrf } from './xsrf.ts';

type AnyHandler = (ctx: never, input: never) => MaybePromise<unknown>;
type Serving = { services: { sessions: Sessions }; xsrf: Xsrf };

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
    const options: RouteOptions = {
      method: methodOf(key),
      url: `${apiPrefix}${pathOf(key)}`,
      exposeHeadRoute: false,
      ...(route.bytes && { bodyLimit: route.bytes, onRequest: checkFirst(serving, route.access) }),
      handler: (request, reply) => serveOne(serving, { route, handler }, request, reply),
    };
    if (route.takes === 'stream') serveStream(app, options);
    else app.route(options);
  }
}

// A large body is not read for someone who may not send it.
const checkFirst =
  ({ services, xsrf }: Serving, access: Access) =>
  async (request: FastifyRequest) => {
    xsrf.check(request);
    await permit(services.sessions, access, request);
  };

// Every promise on this path costs every request, so what is at hand is not waited for.
function serveOne(
  { services, xsrf }: Serving,
  { route, handler }: { route: Route; handler: AnyHandler },
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<FastifyReply> {
  xsrf.check(request);
  return after(permit(services.sessions, route.access, request), (identity) => {
    const caller = callerOf(request);
    const input = parseInput(route, request, caller.language);
    // Copying the services into every context would cost more than most requests.
    const ctx = Object.assign(Object.create(services) as object, caller, { identity, body: request.body });
    return after(handler(ctx as never, input as never), (output) => {
      if (route.gives === 'file') return sendFile(reply, output as FileAnswer);
      if (route.gives === 'events') return sendEvents(reply, output as EventsAnswer, isStillPermitted);
      if (route.gives === 'lines') return sendLines(reply, output as LinesAnswer, (error) => failureOf(error, request));
      return answer(reply, route.output.parse(output));
    });

    function isStillPermitted(): Promise<boolean> {
      return Promise.resolve(permit(services.sessions, route.access, request)).then(Boolean, () => false);
    }
  });
}

function after<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function answer(reply: FastifyReply, output: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  return output === undefined ? reply.code(204).send() : reply.send(output);
}

// Only what is named here opens a route; a role that is not known opens none.
function permit(sessions: Sessions, access: Access, request: FastifyRequest): MaybePromise<Identity | undefined> {
  if (access === 'anyone') return undefined;
  const token = /^Bearer ([\w.~+/=%-]{1,500})$/i.exec(request.headers.authorization ?? '')?.[1];
  return after(token ? sessions.identify(token) : undefined, (identity) => requireAccess(access, identity));
}

function requireAccess(access: Access, identity: Identity | undefined): Identity {
  if (!identity) throw new Problem('unauthenticated');
  const { role } = identity.member;
  if (access === 'member' || role === access || (access === 'editor' && role === 'owner')) return identity;
  throw new Problem('forbidden');
}

function callerOf(request: FastifyRequest): Caller {
  return {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    language: languageOf(request.headers['accept-language']),
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
  if (route.takes) return { ...(query as object), ...(params as object) };
  const takesQuery = method === 'GET' || method === 'DELETE';
  const [sent, unasked] = takesQuery ? [query, body] : [body === undefined ? {} : body, undefined];
  if (unasked !== undefined) throw new Problem('malformed_request');
  return isPlainObject(sent) ? { ...sent, ...(params as object) } : sent;
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
