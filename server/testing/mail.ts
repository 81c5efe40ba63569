import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Letter = { to: string[]; text: string };

/** A real mail server that keeps what it gets. */
export type Mailbox = { url: string; letters: Letter[]; next: () => Promise<Letter>; close: () => Promise<void> };

export async function openMailbox(): Promise<Mailbox> {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        letters.push({ to, text: readable(Buffer.concat(chunks).toString()) });
        server.emit('letter');
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    async next() {
      if (letters.length === 0) await once(server, 'letter');
      return letters.shift()!;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The letter as a person reads it: its subject and its text, decoded. */
function readable(raw: string): string {
  const end = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, end), raw.slice(end + 4)];
  const subject = /^subject: (.*(?:\r\n .*)*)/im.exec(head)?.[1] ?? '';
  const isBase64 = /content-transfer-encoding: base64/i.test(head);
  const text = isBase64 ? Buffer.from(body, 'base64').toString() : decodeQuoted(body.replaceAll('=\r\n', ''));
  return `${decodeWords(subject)}\n${text.replaceAll('\r\n', '\n')}`;
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

const decodeWords = (text: string) =>
  text.replaceAll(/=\?utf-8\?([BQ])\?(.*?)\?=\s*/gi, (_, kind: string, word: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
  );
