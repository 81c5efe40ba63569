import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '#contract/errors.ts';
import { languageOf } from '#contract/language.ts';
import { nameSchema } from '#contract/text.ts';
import { bodyLimit, formatOf } from './body.ts';
import type { Answer } from './check.ts';
import type { Ingestion } from './ingestion.ts';
import type { WriteKey } from './keys.ts';
import { preflightHeaders, pushPaths, rowsPath, servedBatchPaths, servedMessagePaths } from './open.ts';
import { acceptMessages, acceptRows, type Arrival } from './push.ts';
import { secretOf, takeSecret } from './secret.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a push; null until it is known. */
    writeKey: WriteKey | null;
  }
}

// Whoever shows no key before the body is read gets less of our memory.
const namelessLimit = 512 * 1024;
// RudderStack's Node client calls its JSON a form.
const formType = 'application/x-www-form-urlencoded';

/** Serves what programs and web pages push to. Here alone bodies are read in other ways than as strict JSON. */
export function serveIngestion(app: FastifyInstance, ingestion: Ingestion): void {
  void app.register((plugin, _, done) => {
    plugin.decorateRequest('writeKey', null);
    plugin.removeAllContentTypeParsers();
    const types = ['application/json', 'application/x-ndjson', 'text/plain', formType];
    plugin.addContentTypeParser(types, ({ headers, writeKey, routeOptions }, stream, parsed) => {
      const isForm = headers['content-type']?.startsWith(formType);
      if (isForm && routeOptions.url === rowsPath) return parsed(new Problem('unsupported_media_type'));
      ingestion.bodies.read(stream, { headers, limit: writeKey ? bodyLimit : namelessLimit }, parsed);
    });
    plugin.addHook('onRequest', (request, _, next) => permit(ingestion, request, next));
    serveRows(plugin, ingestion);
    serveMessages(plugin, ingestion);
    done();
  });
  for (const path of pushPaths) app.options(path, (_, reply) => reply.code(204).headers(preflightHeaders).send());
}

// Before the body is read. What is known is not waited for: every promise here costs every push.
function permit({ keys }: Ingestion, request: FastifyRequest, next: (error?: Error) => void): void {
  const secret = secretOf(request);
  if (secret === undefined && request.routeOptions.url !== rowsPath) return next();
  const settle = (key: WriteKey | undefined) => {
    request.writeKey = key ?? null;
    next(key ? undefined : new Problem('key_invalid'));
  };
  const found = secret === undefined ? undefined : keys.find(secret);
  if (found instanceof Promise) found.then(settle, next);
  else settle(found);
}

const plainName = /^[\p{L}\p{M}\p{N}_.-]{1,100}$/u;

/** A dataset's name as the address tells it: any that a dataset made of a file can have. */
function datasetOf({ params }: FastifyRequest): string {
  const name = (params as { dataset: string }).dataset.normalize('NFC');
  if (plainName.test(name)) return name;
  const { data } = nameSchema.safeParse(name);
  if (data === undefined) throw new Problem('dataset_name_invalid');
  return data;
}

function serveRows(app: FastifyInstance, ingestion: Ingestion): void {
  app.post(rowsPath, (request, reply) => {
    const isLines = request.headers['content-type']?.startsWith('application/x-ndjson');
    return respond(ingestion, request, reply, () => {
      const dataset = datasetOf(request);
      return acceptRows(
        ingestion,
        arrivalOf(request, { dataset, format: isLines ? 'lines' : formatOf(bodyOf(request)) }),
      );
    });
  });
}

/** Segment's HTTP API, for the clients that speak it. */
function serveMessages(app: FastifyInstance, ingestion: Ingestion): void {
  const serve = (path: string, what: Pick<Arrival, 'dataset' | 'format'>) =>
    app.post(path, (request, reply) =>
      respond(ingestion, request, reply, async () => {
        await findInBody(ingestion, request);
        const { refused } = await acceptMessages(ingestion, arrivalOf(request, what));
        return { success: true, ...(refused.length > 0 && { refused }) };
      }),
    );
  for (const { path, dataset } of servedMessagePaths) serve(path, { dataset, format: 'json' });
  for (const path of servedBatchPaths) serve(path, { dataset: '', format: 'messages' });
}

/** Answers, and gives back the memory that the body took. */
async function respond(
  { bodies }: Ingestion,
  request: FastifyRequest,
  reply: FastifyReply,
  accept: () => Promise<Answer | object>,
): Promise<FastifyReply> {
  const { body } = request;
  try {
    return reply.header('cache-control', 'no-store').send(await accept());
  } finally {
    if (Buffer.isBuffer(body)) bodies.release(body);
  }
}

// These clients may show their key in the body instead; it goes no further than here.
async function findInBody({ keys }: Ingestion, request: FastifyRequest): Promise<void> {
  const { body } = request;
  const { secret, rest } = Buffer.isBuffer(body) ? takeSecret(body) : { secret: undefined, rest: undefined };
  request.body = rest;
  request.writeKey ??= (secret === undefined ? undefined : await keys.find(secret)) ?? null;
  if (!request.writeKey) throw new Problem('key_invalid');
}

function bodyOf({ body }: FastifyRequest): Buffer {
  if (!Buffer.isBuffer(body)) throw new Problem('malformed_request');
  return body;
}

const maxKeyLength = 255;

function arrivalOf(request: FastifyRequest, { dataset, format }: Pick<Arrival, 'dataset' | 'format'>): Arrival {
  const { headers, writeKey } = request;
  const idempotencyKey = headers['idempotency-key'] as string | undefined;
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > maxKeyLength))
    throw new Problem('invalid_input', { detail: 'Idempotency-Key' });
  const language = languageOf(headers['accept-language']);
  return { dataset, format, key: writeKey!, body: bodyOf(request), language, idempotencyKey };
}
