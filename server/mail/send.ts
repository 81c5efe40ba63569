import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

import type { Config } from '#server/config.ts';

export type Letter = { to: string; subject: string; text: string };

/** Writes and sends a letter in the background: nobody waits for it, and how long it takes tells nobody anything. */
export type Mailer = { send: (write: () => Promise<Letter | undefined>) => void; close: () => Promise<void> };

export function createMailer(mail: Config['mail'], log: Logger): Mailer {
  const transport = mail && createTransport({ url: mail.url, connectionTimeout: 10_000, socketTimeout: 30_000 });
  const underWay = new Set<Promise<unknown>>();
  return {
    send(write) {
      if (!transport) return;
      const sending = write()
        .then((letter) => letter && transport.sendMail({ from: mail.from, ...letter }))
        .catch((error: Error) => log.error({ reason: error.message }, 'a letter could not be sent'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async close() {
      await Promise.allSettled(underWay);
      transport?.close();
    },
  };
}
