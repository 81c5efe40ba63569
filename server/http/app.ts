import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

import { api } from '#contract/api.ts';
import { apiPrefix } from '#contract/shell.ts';
import {
  accountHandlers,
  avatarHandlers,
  keyHandlers,
  passkeyHandlers,
  preferenceHandlers,
  securityHandlers,
} from '#server/accounts/routes.ts';
import { accessHandlers } from '#server/access/routes.ts';
import { memberHandlers } from '#server/members/routes.ts';
import { alertHandlers } from '#server/alerts/routes.ts';
import { backupHandlers } from '#server/backups/routes.ts';
import { auditHandlers } from '#server/audit/routes.ts';
import { applicationHandlers } from '#server/applications/routes.ts';
import { channelHandlers } from '#server/channels/routes.ts';
import { chartHandlers } from '#server/charts/routes.ts';
import { searchHandlers } from '#server/search/routes.ts';
import { systemHandlers } from '#server/system/routes.ts';
import { dashboardHandlers, useHandlers } from '#server/dashboards/routes.ts';
import { printHandlers } from '#server/dashboards/print/routes.ts';
import { dataAddressHandlers } from '#server/data-address/routes.ts';
import { reportHandlers } from '#server/reports/routes.ts';
import { runHandlers } from '#server/dashboards/run-routes.ts';
import { ownShareHandlers, sharedHandlers, shareHandlers } from '#server/shares/routes.ts';
import { datasetHandlers, metricHandlers } from '#server/datasets/routes.ts';
import { importHandlers } from '#server/imports/routes.ts';
import { liveHandlers } from '#server/live/routes.ts';
import { notificationHandlers } from '#server/notifications/routes.ts';
import { askHandlers } from '#server/queries/routes.ts';
import type { Services } from './services.ts';
import { isOpen, openHeaders } from '#server/ingestion/open.ts';
import { serveIngestion } from '#server/ingestion/routes.ts';
import { installationHandlers } from '#server/installation/routes.ts';
import { version } from '#server/root.ts';
import { answerProblem } from './answer.ts';
import { callHeaders, pageHeaders } from './headers.ts';
import { serveHealth } from './health.ts';
import { openapiOf } from './openapi.ts';
import { servePages } from './pages.ts';
import { readerLimits, watchReaders } from './readers.ts';
import { refuseConnection, refuseMalformed } from './refuse.ts';
import { serveRoutes } from './serve.ts';
import { createXsrf } from './xsrf.ts';

const megabyte = 1024 * 1024;

/** The whole HTTP side of the product; it listens to nothing yet. */
export async function createApp(services: Services, secret: string): Promise<FastifyInstance> {
  const { config, log } = services;
  const isSecure = config.publicUrl.startsWith('https:');
  const ofPages = pageHeaders({ isSecure, iconScript: config.iconScript });
  const ofCalls = { ...callHeaders, 'x-shuju-version': version };
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for every request costs more than most requests; ours name the request they speak of.
    childLoggerFactory: () => logger,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: megabyte,
    // A file may take as long as it comes; what is slow without one is refused in refuse.ts.
    requestTimeout: 0,
    // A missing host is refused by us, in our words.
    http: { requireHostHeader: false },
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // What still comes in on an open connection is answered as usual, and the connection closed after it.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read meets no hook.
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply.headers(ofCalls)),
    clientErrorHandler: refuseConnection,
  });
  watchReaders(app, readerLimits);
  app.setErrorHandler(answerProblem);
  refuseMalformed(app);
  const xsrf = createXsrf(secret, isSecure);
  logRequests(app, log);
  app.addHook('onRequest', (request, reply, done) => {
    if (isOpen(request)) return done(void reply.headers(openHeaders));
    const isCall = request.url.startsWith(apiPrefix);
    reply.headers(isCall ? ofCalls : ofPages);
    if (isCall && !request.routeOptions.config.isBare) xsrf.offer(request, reply);
    done();
  });
  serveHealth(app, services.db);
  serveRoutes(app, { services, xsrf }, api, {
    ...installationHandlers,
    ...accountHandlers,
    ...preferenceHandlers,
    ...securityHandlers,
    ...passkeyHandlers,
    ...accessHandlers,
    ...avatarHandlers,
    ...keyHandlers,
    ...memberHandlers,
    ...applicationHandlers,
    ...datasetHandlers,
    ...metricHandlers,
    ...importHandlers,
    ...askHandlers,
    ...chartHandlers,
    ...dashboardHandlers,
    ...searchHandlers,
    ...systemHandlers,
    ...useHandlers,
    ...runHandlers,
    ...printHandlers,
    ...dataAddressHandlers,
    ...shareHandlers,
    ...ownShareHandlers,
    ...sharedHandlers,
    ...notificationHandlers,
    ...channelHandlers,
    ...alertHandlers,
    ...auditHandlers,
    ...reportHandlers,
    ...backupHandlers,
    ...liveHandlers,
  });
  serveIngestion(app, services.ingestion);
  // It takes a third of a second, which nobody who starts the product should wait for.
  let document: ReturnType<typeof openapiOf> | undefined;
  app.get(`${apiPrefix}/openapi.json`, () => (document ??= openapiOf(api)));
  servePages(app, services, xsrf);
  return app;
}

// One line for every change and every refusal, and for plain reading if asked for. It names the route's
// pattern instead of the address: an address may hold a secret.
function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!request.url.startsWith(apiPrefix)) return;
    const { isReading } = request.routeOptions.config;
    const isPlain = (request.method === 'GET' || isReading || isOpen(request)) && reply.statusCode < 400;
    const level = isPlain ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { method, id, ip } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const milliseconds = Math.round(reply.elapsedTime);
    log[level]({ requestId: id, method, route, status: reply.statusCode, milliseconds, ip }, 'request');
  });
}
