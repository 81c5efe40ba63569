import { Agent, request } from 'node:http';

import { requestOf } from '#server/testing/client.ts';

/** What one of many got: when all of it was there, and the text of it. */
export type Got = { milliseconds: number; text: string };

type Caller = { url: string; headers: Record<string, string> };

/** Asks for a run as plainly as can be: reading what a thousand get must cost less than answering them. */
export function openRun({ url, headers }: Caller, input: { id: string } & object, agent: Agent): Promise<Got> {
  const { path, init } = requestOf('POST /dashboards/:id/run', input);
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    sent.once('error', reject).once('response', (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece)).once('error', reject);
      answer.once('end', () => {
        const milliseconds = performance.now() - begun;
        resolve({ milliseconds, text: Buffer.concat(pieces).toString() });
      });
    });
    sent.end(init.body as string);
  });
}

/** How many lines tell of an error, or are missing at the end. */
export function errorsIn({ text }: Got): number {
  const errors = text.match(/^\{"kind":"error"/gm)?.length ?? 0;
  return errors + (text.trimEnd().endsWith('{"kind":"end"}') ? 0 : 1);
}

/** When each card was answered. */
export const answersIn = ({ text }: Got): string[] =>
  [...text.matchAll(/^\{"kind":"result","card":"(\w+)".*"answeredAt":"([^"]+)"/gm)].map(
    ([, card, moment]) => `${card} ${moment}`,
  );
