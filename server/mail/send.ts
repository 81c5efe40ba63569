import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';

export type Letter = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** A picture that the letter shows, or a file on disk that goes along. */
  attachments?: ({ filename: string } & ({ content: Buffer; cid: string } | { path: string; contentType: string }))[];
  /** By what it is known for the same letter however often it is sent. */
  messageId?: string;
  headers?: Record<string, string>;
};

const longest = 200;

/** Names that people chose must not end a line, turn the reading direction round or go on for ever. */
export function subjectOf(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line;
}

/** Writes and sends a letter in the background: nobody waits for it, and how long it takes tells nobody anything. */
export type Mailer = {
  send: (write: () => Promise<Letter | undefined>) => void;
  /** Sends a letter while someone waits, and fails if it was not taken. */
  deliver: (letter: Letter) => Promise<void>;
  close: () => Promise<void>;
};

/** Sends a letter while someone waits; what they read if it was not taken is the mail server's own word. */
export async function deliverNow(
  { config, mailer }: { config: Pick<Config, 'mail'>; mailer: Mailer },
  letter: Letter,
): Promise<void> {
  if (!config.mail) throw new Problem('mail_missing');
  await mailer.deliver(letter).catch((cause: Error) => {
    throw new Problem('mail_failed', { detail: cause.message.slice(0, 200) }, { cause });
  });
}

export function createMailer(mail: Config['mail'], log: Logger): Mailer {
  const transport = mail && createTransport({ url: mail.url, connectionTimeout: 10_000, socketTimeout: 30_000 });
  const written = (letter: Letter) => ({ from: mail?.from, ...letter, subject: subjectOf(letter.subject) });
  const underWay = new Set<Promise<unknown>>();
  return {
    send(write) {
      if (!transport) return;
      const sending = write()
        .then((letter) => letter && transport.sendMail(written(letter)))
        .catch((error: Error) => log.error({ reason: error.message }, 'a letter could not be sent'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async deliver(letter) {
      if (!transport) throw new Error('there is no mail server');
      await transport.sendMail(written(letter));
    },
    async close() {
      await Promise.allSettled(underWay);
      transport?.close();
    },
  };
}

/** By what a letter is known however often it is sent: who gets it twice can tell. */
export const messageIdOf = ({ publicUrl }: Config, id: string): string => `<${id}@${new URL(publicUrl).hostname}>`;
