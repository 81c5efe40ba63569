import type { FastifyInstance } from 'fastify';
import pino from 'pino';

import { createAuth } from '#server/accounts/auth.ts';
import { createLimits } from '#server/accounts/limits.ts';
import { openSessions } from '#server/accounts/sessions.ts';
import type { Config } from '#server/config.ts';
import { openStore } from '#server/database/open.ts';
import { createApp } from '#server/http/app.ts';
import { createMailer } from '#server/mail/send.ts';

export type Product = { app: FastifyInstance; close: () => Promise<void> };

/** Opens everything the product stands on, in order; `close` lets go of it in the opposite order. */
export async function openProduct(config: Config): Promise<Product> {
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false }),
  );
  const store = await openStore(config);
  const secret = config.secret ?? store.secrets.auth;
  const auth = createAuth(store.db, secret);
  const sessions = await openSessions(auth, store.connection);
  const mailer = createMailer(config.mail, log);
  const services = { config, log, db: store.db, auth, sessions, limits: createLimits(store.pool), mailer };
  const app = await createApp(services, secret);
  const close = async () => {
    await app.close();
    await mailer.close();
    await sessions.close();
    await store.close();
    log.flush();
  };
  return { app, close };
}
