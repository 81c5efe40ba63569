import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '#contract/errors.ts';
import { languageOf } from '#domain/language.ts';
import { nameSchema } from '#contract/text.ts';
import { bodyLimit, formatOf } from './read-body.ts';
import type { PushAnswer } from './check-rows.ts';
import type { Ingestion } from './ingestion.ts';
import type { WriteKey } from './write-keys.ts';
import { preflightHeaders, pushPaths, rowsPath, servedBatchPaths, servedMessagePaths } from './push-paths.ts';
import { acceptMessages, acceptRows, type PushRequest } from './push.ts';
import { secretOf, takeSecret } from './write-key-secret.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The write key of a push; null until authenticated. */
    writeKey: WriteKey | null;
  }
}

// Smaller body limit for requests without a key in the headers.
const unauthenticatedLimit = 512 * 1024;
// RudderStack's Node client sends its JSON with a form content type.
const formType = 'application/x-www-form-urlencoded';

/** Registers the push routes. Only these routes parse bodies that are not strict JSON. */
export function serveIngestion(app: FastifyInstance, ingestion: Ingestion): void {
  void app.register((plugin, _, done) => {
    plugin.decorateRequest('writeKey', null);
    plugin.removeAllContentTypeParsers();
    const types = ['application/json', 'application/x-ndjson', 'text/plain', formType];
    plugin.addContentTypeParser(types, ({ headers, writeKey, routeOptions }, stream, parsed) => {
      const isForm = headers['content-type']?.startsWith(formType);
      if (isForm && routeOptions.url === rowsPath) return parsed(new Problem('unsupported_media_type'));
      ingestion.bodies.read(stream, { headers, limit: writeKey ? bodyLimit : unauthenticatedLimit }, parsed);
    });
    plugin.addHook('onRequest', (request, _, next) => authenticate(ingestion, request, next));
    serveRows(plugin, ingestion);
    serveMessages(plugin, ingestion);
    done();
  });
  for (const path of pushPaths) app.options(path, (_, reply) => reply.code(204).headers(preflightHeaders).send());
}

// Runs before the body is read. Synchronous for cached keys: a promise here would slow down every push.
function authenticate({ keys }: Ingestion, request: FastifyRequest, next: (error?: Error) => void): void {
  const secret = secretOf(request);
  if (secret === undefined && request.routeOptions.url !== rowsPath) return next();
  const finish = (key: WriteKey | undefined) => {
    request.writeKey = key ?? null;
    next(key ? undefined : new Problem('key_invalid'));
  };
  const lookup = secret === undefined ? undefined : keys.find(secret);
  if (lookup instanceof Promise) lookup.then(finish, next);
  else finish(lookup);
}

const simpleName = /^[\p{L}\p{M}\p{N}_.-]{1,100}$/u;

/** The dataset name in the URL; the same names are allowed as for datasets imported from files. */
function datasetNameOf({ params }: FastifyRequest): string {
  const name = (params as { dataset: string }).dataset.normalize('NFC');
  if (simpleName.test(name)) return name;
  const { data } = nameSchema.safeParse(name);
  if (data === undefined) throw new Problem('dataset_name_invalid');
  return data;
}

function serveRows(app: FastifyInstance, ingestion: Ingestion): void {
  app.post(rowsPath, (request, reply) => {
    const isLines = request.headers['content-type']?.startsWith('application/x-ndjson');
    return respond(ingestion, request, reply, () => {
      const dataset = datasetNameOf(request);
      return acceptRows(
        ingestion,
        pushRequestOf(request, { dataset, format: isLines ? 'lines' : formatOf(bodyOf(request)) }),
      );
    });
  });
}

/** Segment's HTTP API. */
function serveMessages(app: FastifyInstance, ingestion: Ingestion): void {
  const serve = (path: string, target: Pick<PushRequest, 'dataset' | 'format'>) =>
    app.post(path, (request, reply) =>
      respond(ingestion, request, reply, async () => {
        await authenticateByBody(ingestion, request);
        const { refused } = await acceptMessages(ingestion, pushRequestOf(request, target));
        return { success: true, ...(refused.length > 0 && { refused }) };
      }),
    );
  for (const { path, dataset } of servedMessagePaths) serve(path, { dataset, format: 'json' });
  for (const path of servedBatchPaths) serve(path, { dataset: '', format: 'messages' });
}

/** Sends the response and releases the memory of the body. */
async function respond(
  { bodies }: Ingestion,
  request: FastifyRequest,
  reply: FastifyReply,
  accept: () => Promise<PushAnswer | object>,
): Promise<FastifyReply> {
  const { body } = request;
  try {
    return reply.header('cache-control', 'no-store').send(await accept());
  } finally {
    if (Buffer.isBuffer(body)) bodies.release(body);
  }
}

// Segment clients may send the key in the body; it is removed here.
async function authenticateByBody({ keys }: Ingestion, request: FastifyRequest): Promise<void> {
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

function pushRequestOf(
  request: FastifyRequest,
  { dataset, format }: Pick<PushRequest, 'dataset' | 'format'>,
): PushRequest {
  const { headers, writeKey } = request;
  const idempotencyKey = headers['idempotency-key'] as string | undefined;
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > maxKeyLength))
    throw new Problem('invalid_input', { detail: 'Idempotency-Key' });
  const language = languageOf(headers['accept-language']);
  return { dataset, format, key: writeKey!, body: bodyOf(request), language, idempotencyKey };
}
