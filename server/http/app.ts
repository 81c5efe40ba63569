import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { AddressInfo } from 'node:net';
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
import { folderHandlers } from '#server/folders/routes.ts';
import { memberHandlers } from '#server/members/routes.ts';
import { alertHandlers } from '#server/alerts/routes.ts';
import { backupHandlers } from '#server/backups/routes.ts';
import { auditHandlers } from '#server/audit/routes.ts';
import { applicationHandlers } from '#server/applications/routes.ts';
import { channelHandlers } from '#server/channels/routes.ts';
import { connectionHandlers, connectionSqlHandlers } from '#server/connections/routes.ts';
import { chartHandlers } from '#server/saved-charts/routes.ts';
import { searchHandlers } from '#server/search/routes.ts';
import { systemHandlers } from '#server/system/routes.ts';
import { dashboardHandlers } from '#server/dashboards/routes.ts';
import { lineageHandlers, remapHandlers, useHandlers } from '#server/lineage/routes.ts';
import { printHandlers } from '#server/print/routes.ts';
import { dataAddressHandlers } from '#server/data-address/routes.ts';
import { idIn } from '#server/reports/email-links.ts';
import { reportHandlers } from '#server/reports/routes.ts';
import { runHandlers } from '#server/dashboards/run.ts';
import { ownShareHandlers, sharedHandlers, shareHandlers } from '#server/shares/routes.ts';
import { calculatedHandlers, datasetHandlers, metricHandlers, verificationHandlers } from '#server/datasets/routes.ts';
import { rowRuleHandlers } from '#server/datasets/row-rules.ts';
import { extractHandlers } from '#server/extracts/routes.ts';
import { freshnessHandlers } from '#server/freshness/routes.ts';
import { metricFormulaHandlers, relationHandlers } from '#server/relations/routes.ts';
import { groupHandlers } from '#server/groups/routes.ts';
import { valueLabelHandlers } from '#server/value-labels/routes.ts';
import { importHandlers } from '#server/imports/routes.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { serveMetrics } from '#server/metrics/serve-metrics.ts';
import { liveHandlers } from '#server/live/routes.ts';
import { notificationHandlers } from '#server/notifications/routes.ts';
import { connectionPreviewHandlers } from '#server/queries/connection-preview.ts';
import { queryHandlers } from '#server/queries/routes.ts';
import type { AppServices } from './services.ts';
import { isPublicRoute, publicHeaders } from '#server/ingestion/push-paths.ts';
import { serveIngestion } from '#server/ingestion/routes.ts';
import { installationHandlers } from '#server/installation/routes.ts';
import { version } from '#server/root.ts';
import { answerProblem } from './error-response.ts';
import { apiResponseHeaders, pageHeaders } from './headers.ts';
import { serveHealth } from './health.ts';
import { openapiOf } from './openapi.ts';
import { servePages } from './pages.ts';
import { slowClientLimits, watchSlowClients } from './slow-clients.ts';
import { rejectConnection, rejectMalformed } from './reject-malformed.ts';
import { serveRoutes } from './serve-routes.ts';
import { traceIdOf, traceLog } from './trace.ts';
import { createXsrf } from './xsrf.ts';

const megabyte = 1024 * 1024;

/** The id of the files that a request is about: the one in its path, or in the token of a link. */
const relayIdOf =
  (services: AppServices) =>
  ({ params }: FastifyRequest) => {
    const { id = '', token } = params as { id?: string; token?: string };
    return token === undefined ? id : idIn(services, 'file', token);
  };

/** Builds the Fastify app; it does not listen yet. */
export async function createApp(services: AppServices, secret: string): Promise<FastifyInstance> {
  const { config, log } = services;
  const isSecure = config.publicUrl.startsWith('https:');
  const pageResponseHeaders = pageHeaders({ isSecure, iconScript: config.iconScript });
  const apiHeaders = { ...apiResponseHeaders, 'x-shuju-version': version };
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request costs more than most requests; lines get the trace id where they are written.
    childLoggerFactory: () => logger,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: megabyte,
    // Uploads may take any time; other slow requests are rejected in reject-malformed.ts.
    requestTimeout: 0,
    // A missing Host header is rejected by reject-malformed.ts with our error format.
    http: { requireHostHeader: false },
    genReqId: ({ headers }) => traceIdOf(headers.traceparent),
    forceCloseConnections: 'idle',
    // Requests on open connections are answered during shutdown, then the connection is closed.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    // An unparseable URL runs no hooks.
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply.headers(apiHeaders)),
    clientErrorHandler: rejectConnection,
  });
  watchSlowClients(app, slowClientLimits);
  app.setErrorHandler(answerProblem);
  rejectMalformed(app);
  const xsrf = createXsrf(secret, isSecure);
  logRequests(app, log, services.metrics);
  app.addHook('onRequest', (request, reply, done) => {
    if (isPublicRoute(request)) return done(void reply.headers(publicHeaders));
    const isCall = request.url.startsWith(apiPrefix);
    reply.headers(isCall ? apiHeaders : pageResponseHeaders);
    if (isCall && !request.routeOptions.config.isCookieless) xsrf.setCookie(request, reply);
    done();
  });
  app.addHook('onListen', () => services.servers.announce((app.server.address() as AddressInfo).port));
  serveHealth(app, services.db);
  serveMetrics(app, services.metrics, config.metricsToken);
  serveRoutes(app, { services: traceLog(services), xsrf, relayIdOf: relayIdOf(services) }, api, {
    ...installationHandlers,
    ...accountHandlers,
    ...preferenceHandlers,
    ...securityHandlers,
    ...passkeyHandlers,
    ...accessHandlers,
    ...folderHandlers,
    ...avatarHandlers,
    ...keyHandlers,
    ...memberHandlers,
    ...groupHandlers,
    ...applicationHandlers,
    ...datasetHandlers,
    ...metricHandlers,
    ...calculatedHandlers,
    ...verificationHandlers,
    ...rowRuleHandlers,
    ...extractHandlers,
    ...freshnessHandlers,
    ...relationHandlers,
    ...metricFormulaHandlers,
    ...valueLabelHandlers,
    ...importHandlers,
    ...queryHandlers,
    ...chartHandlers,
    ...dashboardHandlers,
    ...searchHandlers,
    ...systemHandlers,
    ...useHandlers,
    ...remapHandlers,
    ...lineageHandlers,
    ...runHandlers,
    ...printHandlers,
    ...dataAddressHandlers,
    ...shareHandlers,
    ...ownShareHandlers,
    ...sharedHandlers,
    ...notificationHandlers,
    ...channelHandlers,
    ...connectionHandlers,
    ...connectionSqlHandlers,
    ...connectionPreviewHandlers,
    ...alertHandlers,
    ...auditHandlers,
    ...reportHandlers,
    ...backupHandlers,
    ...liveHandlers,
  });
  serveIngestion(app, services.ingestion);
  // Generated on first use: it takes a third of a second, which would delay startup.
  let document: ReturnType<typeof openapiOf> | undefined;
  app.get(`${apiPrefix}/openapi.json`, () => (document ??= openapiOf(api)));
  servePages(app, services, xsrf);
  return app;
}

// Counts requests, and logs every change and every rejection, and plain reads at debug level. Logs the route pattern
// instead of the URL, because a URL may contain a secret.
function logRequests(app: FastifyInstance, log: Logger, { countRequest }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!request.url.startsWith(apiPrefix)) return;
    countRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    const { isReading } = request.routeOptions.config;
    const isPlain = (request.method === 'GET' || isReading || isPublicRoute(request)) && reply.statusCode < 400;
    const level = isPlain ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { method, id, ip } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const milliseconds = Math.round(reply.elapsedTime);
    log[level]({ traceId: id, method, route, status: reply.statusCode, milliseconds, ip }, 'request');
  });
}
