import type { FastifyInstance } from 'fastify';
import { availableParallelism } from 'node:os';

import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import { openProcesses } from '#engine/duckdb/processes.ts';
import { openAccess } from '#server/access/access.ts';
import { hears } from '#server/access/hearing.ts';
import { createAuth } from '#server/accounts/auth.ts';
import { removeExpired } from '#server/accounts/expiry.ts';
import { createLimits } from '#server/accounts/limits.ts';
import { openOidc } from '#server/accounts/oidc-provider.ts';
import { openSessions } from '#server/accounts/sessions.ts';
import { listBrokenAlerts } from '#server/alerts/broken.ts';
import { pictureOf } from '#server/alerts/picture.ts';
import { keepChecking } from '#server/alerts/keep.ts';
import { keepReporting } from '#server/reports/keep.ts';
import type { Content } from '#server/channels/message.ts';
import { keepDelivering } from '#server/channels/deliver.ts';
import type { Look } from '#display/frame.ts';
import type { Config } from '#server/config.ts';
import { openBackups } from '#server/backups/backups.ts';
import { openSealer } from '#server/database/sealing.ts';
import { type DatabaseUse, openStore } from '#server/database/open.ts';
import { openLooking } from '#server/dashboards/looking.ts';
import { tryChange } from '#server/dashboards/trial.ts';
import { removeOrphans } from '#server/datasets/clear.ts';
import { openEgress } from '#server/egress/request.ts';
import { createApp } from '#server/http/app.ts';
import { drain } from '#server/http/drain.ts';
import { openLog } from '#server/http/log.ts';
import type { Services } from '#server/http/services.ts';
import { recoverImports } from '#server/imports/recover.ts';
import { stopWork } from '#server/imports/work.ts';
import { bindSavedSql } from '#server/jobs/bind-saved-sql.ts';
import { keepTidy } from '#server/jobs/tidy.ts';
import { openIngestion } from '#server/ingestion/ingestion.ts';
import { openChanges } from '#server/live/changes.ts';
import { openAnswers } from '#server/queries/answers.ts';
import { openExports } from '#server/queries/exports.ts';
import { openLimits } from '#server/queries/limits.ts';
import { openGate } from '#server/queries/sql.ts';
import { openQueue } from '#server/queue/queue.ts';
import { openShareSecrets } from '#server/shares/secrets.ts';
import { openKnown } from '#server/search/known.ts';
import { createMailer } from '#server/mail/send.ts';

export type Product = { app: FastifyInstance; close: () => Promise<void> };

/** Opens everything the product stands on, in order; `close` lets go of it in the opposite order. */
export async function openProduct(config: Config, use?: DatabaseUse): Promise<Product> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const letGo of closers.splice(0).toReversed()) await letGo();
  };
  try {
    return { app: await open({ config, use }, closers), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Opening = { config: Config; use: DatabaseUse | undefined };

async function open({ config, use }: Opening, closers: (() => unknown)[]): Promise<FastifyInstance> {
  const { log, close } = openLog(config.logLevel);
  closers.push(close);
  const store = await openStore(config, use);
  closers.push(store.close);
  const secret = config.secret ?? store.secrets.auth;
  const auth = createAuth(store.db, secret);
  const sessions = await openSessions({ auth, db: store.db, connection: store.connection });
  closers.push(sessions.close);
  closers.push(removeExpired(store.db, log));
  const mailer = createMailer(config.mail, log);
  closers.push(mailer.close);
  const changes = await openChanges(store.connection);
  closers.push(changes.close);
  const access = openAccess(store.db, changes);
  closers.push(access.close);
  // With three, two people's long work leaves one to short questions.
  const processes = Math.min(8, Math.max(3, availableParallelism()));
  // Beside the regular slots of the queue its reserved one, and those of the gate, which takes no time.
  const engine = openDuckdb(processes + 3);
  closers.push(engine.close);
  const loads = openProcesses({ max: 2, keep: 0, yields: 10 });
  closers.push(loads.close);
  const queue = openQueue(processes);
  const data = {
    config,
    log,
    db: store.db,
    engine,
    queue,
    loads,
    changes,
    access,
    profiles: new Map(),
    work: new Map(),
  };
  await removeOrphans(data);
  await recoverImports(data);
  closers.push(keepTidy(data));
  const limits = createLimits(store.pool);
  const ingestion = await openIngestion({ ...data, limits });
  closers.push(ingestion.close);
  const queryLimits = openLimits(store.db, changes);
  closers.push(queryLimits.close);
  const asking = {
    queryLimits,
    gate: openGate(),
    answers: openAnswers(),
    exports: await openExports(config.dataDirectory, processes),
  };
  closers.push(asking.exports.close);
  const backups = await openBackups({ config, connection: store.connection, secrets: store.secrets }, log);
  closers.push(backups.close);
  const egress = openEgress(config.allowsPrivate);
  const looking = openLooking(data);
  const known = openKnown(store.db, changes);
  closers.push(known.close);
  const services: Services = {
    ...data,
    egress,
    backups,
    hears,
    channelSealer: openSealer(secret, 'channels'),
    letterSealer: openSealer(secret, 'letters'),
    findBrokenUses: async (ctx, { id, change }) => {
      const tried = await tryChange({ ...services, ...ctx }, { id, change });
      const parts = tried.filter(({ problem }) => problem);
      const shown = parts.map((part) => ({
        kind: part.kind,
        id: part.id,
        title: part.title,
        dashboard: part.dashboard,
      }));
      return [...shown, ...(await listBrokenAlerts(ctx, change))];
    },
    illustrate: (content: Content, look: Look) => pictureOf(services, content, look),
    looking,
    shareSecrets: openShareSecrets(secret),
    sharePictures: new Map(),
    known,
    ...asking,
    ingestion,
    auth,
    sessions,
    limits,
    mailer,
    oidc: config.oidc && openOidc(config.oidc, egress),
  };
  await bindSavedSql(services);
  closers.push(keepDelivering(services));
  closers.push(keepChecking(services));
  closers.push(keepReporting(services));
  const app = await createApp(services, secret);
  closers.push(() => stopWork(data.work));
  closers.push(drain(app));
  return app;
}
