import type { FastifyInstance } from 'fastify';
import { availableParallelism } from 'node:os';
import type { Pool } from 'pg';

import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import { defaultMemoryMegabytes } from '#engine/duckdb/memory.ts';
import { openProcessPool, type ProcessPool } from '#engine/duckdb/process-pool.ts';
import type { Engine } from '#engine/engine.ts';
import { joinEngines } from '#engine/engines.ts';
import { openConnectionEngine } from '#engine/remote/engine.ts';
import { openRemote, type DriverProcess } from '#engine/remote/remote.ts';
import { openWarehouseEngine } from '#engine/warehouse/engine.ts';
import { openAccess } from '#server/access/access.ts';
import { maySeeChange } from '#server/access/change-visibility.ts';
import { removeExpired } from '#server/accounts/expiry.ts';
import { createRateLimits } from '#server/accounts/rate-limits.ts';
import { openOidc } from '#server/accounts/oidc-provider.ts';
import { openSessions } from '#server/accounts/sessions.ts';
import { markUnchecked } from '#server/datasets/freshness.ts';
import { renderAlertImage } from '#server/alerts/alert-image.ts';
import { runAlertChecks } from '#server/alerts/check-loop.ts';
import { runFreshnessChecks } from '#server/freshness/check-loop.ts';
import { runExtracts } from '#server/extracts/run-loop.ts';
import { runReports } from '#server/reports/report-loop.ts';
import type { MessageContent } from '#server/channels/message.ts';
import { runDeliveries } from '#server/channels/deliver.ts';
import type { Look } from '#display/frame.ts';
import type { Config } from '#server/config.ts';
import { openBackups } from '#server/backups/backups.ts';
import { findDatabase } from '#server/connections/settings.ts';
import { createEncryptor } from '#server/database/encryption.ts';
import { type DatabaseUse, openStore } from '#server/database/open.ts';
import { openDashboardLoads } from '#server/dashboards/dashboard-loads.ts';
import { loadStoredSnapshot } from '#server/datasets/current-snapshot.ts';
import { openSnapshotCache } from '#server/datasets/snapshot-cache.ts';
import { tryChange } from '#server/lineage/try-change.ts';
import { temporaryFolder } from '#server/data-directory.ts';
import { openRowRules } from '#server/row-rules/row-rule-cache.ts';
import { openServers } from '#server/servers/servers.ts';
import { openSegments, warehouseDatabases } from '#server/segments/open-segments.ts';
import { openEgress } from '#server/egress/request.ts';
import { createApp } from '#server/http/app.ts';
import { drain } from '#server/http/drain.ts';
import { openLog } from '#server/http/log.ts';
import type { AppServices } from '#server/http/services.ts';
import { recoverImports } from '#server/imports/recover.ts';
import { stopJobs } from '#server/imports/running-jobs.ts';
import { bindSavedSql } from '#server/maintenance/bind-saved-sql.ts';
import { runCleanup } from '#server/maintenance/cleanup.ts';
import { openIngestion } from '#server/ingestion/ingestion.ts';
import type { PushLogKind } from '#server/ingestion/push-log.ts';
import { openChangeFeed } from '#server/live/changes.ts';
import { openMetrics } from '#server/metrics/metrics.ts';
import { openExecution } from '#server/execution/execution.ts';
import { openQueryLimits } from '#server/execution/limits.ts';
import { openExportStore } from '#server/queries/export-store.ts';
import { openConnectionQueues } from '#server/queue/connection-queues.ts';
import { openQueue } from '#server/queue/queue.ts';
import { openShareSecrets } from '#server/shares/secrets.ts';
import { openSearchIndex } from '#server/search/search-index.ts';
import { createMailer } from '#server/mail/send.ts';

export type Product = { app: FastifyInstance; close: () => Promise<void> };

// With three processes, the long queries of two people leave one for short queries.
const queryProcesses = Math.min(8, Math.max(3, availableParallelism()));

/** The child processes that run queries, call databases, load files and seal pushed events. */
export type ProductProcesses = {
  engine: Engine;
  remote: DriverProcess;
  loads: ProcessPool;
  seals: ProcessPool;
  previewPool: ProcessPool;
  close: () => Promise<void>;
};

export function openProcesses(megabytes = defaultMemoryMegabytes()): ProductProcesses {
  // Beside the queue's regular slots: its reserved slot and those of the SQL gate, whose checks are fast.
  const engine = openDuckdb(queryProcesses + 3, megabytes);
  const loads = openProcessPool({ max: 2, min: 0, megabytes, niceness: 10 });
  const seals = openProcessPool({ max: 1, min: 0, megabytes, niceness: 10 });
  const previewPool = openProcessPool({ max: 2, min: 0, megabytes });
  const remote = openRemote();
  const close = async () => {
    await Promise.all([engine.close(), remote.close(), loads.close(), seals.close(), previewPool.close()]);
  };
  return { engine, remote, loads, seals, previewPool, close };
}

/** Options of tests: a shared database, child processes that several products share, the kind of the push log. */
export type ProductUse = { database?: DatabaseUse; processes?: ProductProcesses; pushLog?: PushLogKind };

/** Opens all services in dependency order; `close` closes them in reverse order. */
export async function openProduct(config: Config, use: ProductUse = {}): Promise<Product> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closeService of closers.splice(0).toReversed()) await closeService();
  };
  try {
    return { app: await open(config, use, closers), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(config: Config, use: ProductUse, closers: (() => unknown)[]): Promise<FastifyInstance> {
  const { log, close } = openLog(config.logLevel);
  closers.push(close);
  const metrics = openMetrics({ includesProcess: config.metricsToken !== undefined });
  const store = await openStore(config, log, use.database);
  closers.push(store.close);
  const servers = await openServers({ config, db: store.db, log });
  closers.push(servers.close);
  log.setBindings({ server: servers.id });
  const secret = config.secret ?? store.secrets.auth;
  const sessions = await openSessions({ secret, db: store.db, connection: store.connection, log });
  closers.push(sessions.close);
  closers.push(removeExpired(store.db, log));
  const mailer = createMailer(config.mail, log);
  closers.push(mailer.close);
  const changes = await openChangeFeed(store.connection, log);
  closers.push(changes.close);
  const access = openAccess(store.db, changes);
  closers.push(access.close);
  const {
    engine: files,
    remote,
    loads,
    seals,
    previewPool,
    close: closeProcesses,
  } = use.processes ?? openProcesses(config.memoryMegabytes);
  closers.push(closeProcesses);
  const egress = openEgress(config.allowsPrivate);
  const connectionStores = { db: store.db, egress, connectionEncryptor: createEncryptor(secret, 'connections') };
  const exportParts = { remote, loads, files, folder: temporaryFolder(config.dataDirectory) };
  const connections = openConnectionEngine({
    ...exportParts,
    findDatabase: (id) => findDatabase(connectionStores, id),
  });
  const segments = await openSegments({ config, db: store.db, log });
  closers.push(segments.close);
  const warehouse =
    config.warehouse && openWarehouseEngine({ ...exportParts, databases: warehouseDatabases(config.warehouse) });
  const snapshots = openSnapshotCache({ changes, load: (id) => loadStoredSnapshot({ db: store.db, segments }, id) });
  closers.push(snapshots.close);
  const rowRules = openRowRules(store.db, changes);
  closers.push(rowRules.close);
  const queue = openQueue(queryProcesses);
  const connectionQueues = openConnectionQueues();
  const data = {
    config,
    log,
    metrics,
    db: store.db,
    engine: joinEngines({ files, connections, ...(warehouse && { warehouse }) }),
    queue,
    connectionQueues,
    previews: new Map(),
    loads,
    segments,
    snapshots,
    rowRules,
    servers,
    changes,
    access,
    profiles: new Map(),
    jobs: new Map(),
    previewPool,
  };
  await segments.removeOrphans();
  await recoverImports(data);
  closers.push(runCleanup(data));
  const limits = createRateLimits(store.pool);
  const pushLog = use.pushLog ?? (config.warehouse ? 'table' : 'files');
  const ingestion = await openIngestion({ ...data, connection: store.connection, limits, seals, pushLog });
  closers.push(ingestion.close);
  const queryLimits = openQueryLimits(store.db, changes);
  closers.push(queryLimits.close);
  const queryServices = {
    queryLimits,
    execution: openExecution(),
    exports: await openExportStore(config.dataDirectory, { slots: queryProcesses, servers, log }),
  };
  closers.push(queryServices.exports.close);
  const backups = await openBackups(
    { config, connection: store.connection, secrets: store.secrets, segments, servers, loads },
    log,
  );
  closers.push(backups.close);
  const dashboardLoads = openDashboardLoads(store.db);
  const searchIndex = openSearchIndex(store.db, changes);
  closers.push(searchIndex.close);
  const services: AppServices = {
    ...data,
    ...connectionStores,
    remote,
    backups,
    maySeeChange,
    channelEncryptor: createEncryptor(secret, 'channels'),
    emailLinkSealer: createEncryptor(secret, 'letters'),
    extractEncryptor: createEncryptor(secret, 'extracts'),
    findBrokenUses: async (ctx, { id, change }) => {
      const tried = await tryChange({ ...services, ...ctx }, { id, change });
      const broken = tried.filter(({ problem }) => problem);
      return broken.map(({ kind, id: use, title, dashboard }) => ({ kind, id: use, title, dashboard }));
    },
    renderNoticeImage: (content: MessageContent, look: Look) => renderAlertImage(services, content, look),
    dashboardLoads,
    shareSecrets: openShareSecrets(secret),
    previewImages: new Map(),
    searchIndex,
    ...queryServices,
    ingestion,
    secret,
    sessions,
    limits,
    mailer,
    oidc: config.oidc && openOidc(config.oidc, egress),
  };
  addGauges(services, store.pool);
  await bindSavedSql(services);
  closers.push(runDeliveries(services));
  closers.push(runAlertChecks(services));
  closers.push(runReports(services));
  await markUnchecked(store.db);
  closers.push(runFreshnessChecks(services));
  const app = await createApp(services, secret);
  closers.push(() => stopJobs(data.jobs));
  // Stopped before the imports, so that an interrupted extract releases its lease and is not reported as failed.
  closers.push(runExtracts(services));
  closers.push(drain(app));
  return app;
}

/** Gauges of queues, the answer cache and the connection pool. */
function addGauges({ metrics, queue, connectionQueues, execution }: AppServices, pool: Pool): void {
  metrics.addGauge('shuju_queries_waiting', 'Queries of files that wait for a free process.', queue.waiting);
  metrics.addGauge(
    'shuju_connection_queries_waiting',
    'Queries of connected databases that wait for others of the same connection.',
    connectionQueues.waiting,
  );
  metrics.addGauge('shuju_cached_answers', 'Answers in the cache.', () => execution.answers.size);
  metrics.addGauge('shuju_database_sessions', 'Sessions with PostgreSQL.', () => pool.totalCount);
  metrics.addGauge(
    'shuju_database_waiting',
    'Requests that wait for a session with PostgreSQL.',
    () => pool.waitingCount,
  );
}
