import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
type ReceivedRequest = { path: string; headers: http.IncomingHttpHeaders; body: string };

/** An external host that records requests and returns a configurable response. */
export type Receiver = {
  url: string;
  received: ReceivedRequest[];
  answer: { status: number; body: string };
  close: () => Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const answer = { status: 200, body: '{}' };
  const server = http.createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() });
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
