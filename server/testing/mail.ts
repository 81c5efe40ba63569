import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A decoded MIME part. */
type MimePart = { type: string; name: string; content: Buffer };

/** A received email: subject and text for reading, and header and parts for closer checks. */
export type ReceivedEmail = { to: string[]; text: string; head: string; parts: MimePart[] };

/** An SMTP server that stores received emails. */
export type Mailbox = {
  url: string;
  emails: ReceivedEmail[];
  /** Whether it currently rejects emails. */
  rejectsEmails: boolean;
  next: () => Promise<ReceivedEmail>;
  close: () => Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  const emails: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (mailbox.rejectsEmails) return done(new Error('the mailbox is full'));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        emails.push({ to, ...decodeEmail(Buffer.concat(chunks).toString('latin1')) });
        server.emit('email');
        done();
      });
    },
  });
  // A server that is killed while it sends an email resets its connection.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    rejectsEmails: false,
    async next() {
      if (emails.length === 0) await once(server, 'email');
      return emails.shift()!;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}

/** Decodes subject and text of an email. */
function decodeEmail(raw: string): Omit<ReceivedEmail, 'to'> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  const parts = partsOf(raw);
  const text = parts.find(({ type }) => type === 'text/plain')?.content.toString() ?? '';
  return { head, parts, text: `${decodeWords(fieldOf(head, 'subject'))}\n${text.replaceAll('\r\n', '\n')}` };
}

const fieldOf = (head: string, name: string) =>
  (new RegExp(`^${name}: ?(.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '').replaceAll(/\r\n\s+/g, ' ');

/** Leaf parts of a MIME message. */
function partsOf(raw: string): MimePart[] {
  const end = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, end), raw.slice(end + 4)];
  const kind = fieldOf(head, 'content-type') || 'text/plain';
  const boundary = /boundary="([^"]+)"/.exec(kind)?.[1];
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const name = decodeWords(/name="?([^";]+)/.exec(kind)?.[1] ?? '');
  const encoding = fieldOf(head, 'content-transfer-encoding');
  const content = /base64/i.test(encoding)
    ? Buffer.from(body, 'base64')
    : Buffer.from(/quoted/i.test(encoding) ? unquoted(body.replaceAll('=\r\n', '')) : body, 'latin1');
  return [{ type: kind.split(';')[0]!, name, content }];
}

const unquoted = (text: string) =>
  text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const decodeQuoted = (text: string) => Buffer.from(unquoted(text), 'latin1').toString();

const decodeWords = (text: string) =>
  text.replaceAll(/=\?utf-8\?([BQ])\?(.*?)\?=\s*/gi, (_, kind: string, word: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
  );
