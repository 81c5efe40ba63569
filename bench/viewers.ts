import { Agent, request } from 'node:http';

import { requestOf } from '#server/testing/client.ts';

/** The response that one viewer received: milliseconds until it was complete, and its text. */
export type ViewerResponse = { milliseconds: number; text: string };

type BenchCaller = { url: string; headers: Record<string, string> };

/** Runs a dashboard with plain HTTP: reading a thousand responses must cost less than producing them. */
export function openRun(
  { url, headers }: BenchCaller,
  input: { id: string } & object,
  agent: Agent,
): Promise<ViewerResponse> {
  const { path, init } = requestOf('POST /dashboards/:id/run', input);
  const startedAt = performance.now();
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
        const milliseconds = performance.now() - startedAt;
        resolve({ milliseconds, text: Buffer.concat(pieces).toString() });
      });
    });
    sent.end(init.body as string);
  });
}

/** Number of error lines, plus one if the end is missing. */
export function errorsIn({ text }: ViewerResponse): number {
  const errors = text.match(/^\{"kind":"error"/gm)?.length ?? 0;
  return errors + (text.trimEnd().endsWith('{"kind":"end"}') ? 0 : 1);
}

/** When the query of each card was executed, which is equal for viewers who share a result. */
export const answersIn = ({ text }: ViewerResponse): string[] =>
  [...text.matchAll(/^\{"kind":"result","card":"(\w+)".*"answeredAt":"([^"]+)"/gm)].map(
    ([, card, moment]) => `${card} ${moment}`,
  );

/** Runs a dashboard for many viewers at once, spread over the servers. */
export async function runViewers(
  servers: { url: string }[],
  run: { headers: Record<string, string>; input: { id: string } & object; viewers: number },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const responses = await Promise.all(
    Array.from({ length: run.viewers }, (_, viewer) =>
      openRun({ url: servers[viewer % servers.length]!.url, headers: run.headers }, run.input, agent),
    ),
  );
  agent.destroy();
  const failed = responses.find((response) => errorsIn(response) > 0);
  if (failed) throw new Error(`a card failed: ${/^\{"kind":"error".*$/m.exec(failed.text)?.[0] ?? 'no end'}`);
}
