import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';

export type Email = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** An inline image, or an attached file on disk. */
  attachments?: ({ filename: string } & ({ content: Buffer; cid: string } | { path: string; contentType: string }))[];
  /** Message-ID; the same for every retry of the email. */
  messageId?: string;
  headers?: Record<string, string>;
};

const maxSubjectLength = 200;

/** User-chosen names must not break lines, change the text direction or be endless. */
function subjectOf(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return line.length > maxSubjectLength ? `${line.slice(0, maxSubjectLength).toWellFormed()}…` : line;
}

/** Sends emails in the background: callers do not wait, and response times reveal nothing. */
export type Mailer = {
  send: (write: () => Promise<Email | undefined>) => void;
  /** Sends an email and waits for the mail server; rejects if it does not accept the email. */
  deliver: (email: Email) => Promise<void>;
  close: () => Promise<void>;
};

/** Sends an email and waits for the mail server; the error contains its message. */
export async function deliverNow(
  { config, mailer }: { config: Pick<Config, 'mail'>; mailer: Mailer },
  email: Email,
): Promise<void> {
  if (!config.mail) throw new Problem('mail_missing');
  await mailer.deliver(email).catch((cause: Error) => {
    throw new Problem('mail_failed', { detail: cause.message.slice(0, 200) }, { cause });
  });
}

export function createMailer(mail: Config['mail'], log: Logger): Mailer {
  const transport = mail && createTransport({ url: mail.url, connectionTimeout: 10_000, socketTimeout: 30_000 });
  const withSender = (email: Email) => ({ from: mail?.from, ...email, subject: subjectOf(email.subject) });
  const inFlight = new Set<Promise<unknown>>();
  return {
    send(write) {
      if (!transport) return;
      const sending = write()
        .then((email) => email && transport.sendMail(withSender(email)))
        .catch((error: Error) => log.error({ reason: error.message }, 'an email could not be sent'))
        .finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    },
    async deliver(email) {
      if (!transport) throw new Error('there is no mail server');
      await transport.sendMail(withSender(email));
    },
    async close() {
      await Promise.all(inFlight);
      transport?.close();
    },
  };
}

/** Message-ID; the same for every retry, so that duplicates can be recognized. */
export const messageIdOf = ({ publicUrl }: Config, id: string): string => `<${id}@${new URL(publicUrl).hostname}>`;
