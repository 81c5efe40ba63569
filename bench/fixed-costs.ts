import fastify from 'fastify';
import { Agent, request } from 'node:http';

import type { Dataset } from '#contract/datasets/routes.ts';
import { requestOf } from '#server/testing/client.ts';
import { type ComparedQuery, openRaw, comparedQueriesOf } from './comparison-queries.ts';
import { type Measurement, medianOf, timeOf } from './measurement.ts';
import { createOrders } from './orders.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const rows = Number(process.env.BENCH_ROWS ?? 5_000_000);
const rounds = 41;
const concurrent = 16;

/** Sends the same request over keep-alive connections; returns the text of each response. */
type Sender = { send: () => Promise<string>; close: () => void };

/** What the product adds to DuckDB for small queries, and to a bare HTTP server for results from the cache. */
export async function measureFixedCosts(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const headers = await createOwner(product.url);
    const token = headers['authorization']!.replace('Bearer ', '');
    const { dataset, files } = await createOrders({ url: product.url, token, directory }, rows);
    const raw = await openRaw(dataset, files);
    const measurements: Measurement[] = [];
    for (const query of smallQueriesOf(dataset)) {
      const fresh = openSender(product.url, headers, inputOf(query, true));
      const own = () => raw.runAndReadAll(query.raw).then((result) => JSON.stringify(result.getColumnsJson()));
      const direct: number[] = [];
      const ours: number[] = [];
      for (let round = 0; round < rounds; round++) {
        direct.push(await timeOf(own));
        ours.push(await timeOf(fresh.send));
      }
      const [one, alone] = [medianOf(ours), medianOf(direct)];
      fresh.close();
      const together = medianOf(await timesTogether(product.url, headers, query));
      console.log(
        `${query.name}: DuckDB ${alone.toFixed(1)} ms, ours ${one.toFixed(1)} ms, ${concurrent} at once ${together.toFixed(1)} ms`,
      );
      measurements.push(
        {
          name: `${query.name}, cold`,
          value: (one - 3) / alone,
          unit: 'times DuckDB, after subtracting 3 ms',
          atMost: 1.1,
        },
        {
          name: `${query.name}, ${concurrent} at once`,
          value: together / one,
          unit: 'times one',
          atMost: concurrent,
        },
        await measureCached(product.url, headers, query),
      );
    }
    raw.closeSync();
    await product.stop();
    return measurements;
  });
}

const smallQueriesOf = (dataset: Dataset): ComparedQuery[] => {
  const names = new Set(['by day', 'top 10 of 300 values', '7 days by day']);
  return comparedQueriesOf(dataset).filter(({ name }) => names.has(name));
};

const inputOf = ({ spec, zone }: ComparedQuery, fresh: boolean) => ({ ask: spec, zone, ...(fresh && { fresh }) });

function openSender(url: string, headers: Record<string, string>, input: object): Sender {
  const { path, init } = requestOf('POST /queries', input);
  const agent = new Agent({ keepAlive: true });
  const options = { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } };
  const send = () =>
    new Promise<string>((resolve, reject) => {
      const sent = request(`${url}${path}`, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () =>
          text.includes('"kind":"result"') ? resolve(text) : reject(new Error(text.slice(0, 500))),
        );
      });
      sent.once('error', reject).end(init.body as string);
    });
  return { send, close: () => agent.destroy() };
}

/** The times of different queries that run concurrently. */
async function timesTogether(url: string, headers: Record<string, string>, query: ComparedQuery): Promise<number[]> {
  const senders = Array.from({ length: concurrent }, (_, index) =>
    openSender(url, headers, inputOf({ ...query, spec: { ...query.spec, limit: 500 + index } }, true)),
  );
  const times: number[] = [];
  for (let round = 0; round <= 3; round++) {
    const together = await Promise.all(senders.map(({ send }) => timeOf(send)));
    // The first round is a warm-up.
    if (round > 0) times.push(...together);
  }
  senders.forEach(({ close }) => close());
  return times;
}

/** A result from the cache, compared with a bare server that sends the same text. */
async function measureCached(url: string, headers: Record<string, string>, query: ComparedQuery): Promise<Measurement> {
  const cached = openSender(url, headers, inputOf(query, false));
  const text = await cached.send();
  const server = fastify();
  server.post('/*', (_, reply) => reply.type('application/x-ndjson').send(text));
  const bare = openSender(await server.listen({ host: '127.0.0.1', port: 0 }), headers, inputOf(query, false));
  const own: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < 10 * rounds; round++) {
    own.push(await timeOf(bare.send));
    ours.push(await timeOf(cached.send));
  }
  bare.close();
  cached.close();
  await server.close();
  const [ofOurs, ofBare] = [medianOf(ours), medianOf(own)];
  console.log(`${query.name}, cached: bare server ${ofBare.toFixed(2)} ms, ours ${ofOurs.toFixed(2)} ms`);
  return {
    name: `${query.name}, from the cache`,
    value: ofOurs - ofBare,
    unit: 'ms beyond a bare server',
    atMost: 1,
  };
}
