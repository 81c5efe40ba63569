import { Problem } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import type { BodyFormat } from '#engine/events/frames.ts';
import { datasetOf } from '#engine/events/push-body.ts';
import { hashOf } from '#server/hash.ts';
import { readText } from './read-body.ts';
import { type PushAnswer, checkRows, type CheckedRows } from './check-rows.ts';
import type { Ingestion } from './ingestion.ts';
import type { WriteKey } from './write-keys.ts';

/** A push as received. */
export type PushRequest = {
  key: WriteKey;
  dataset: string;
  format: BodyFormat;
  body: Buffer;
  language: Language;
  /** A push with the same key is a retry of this one. */
  idempotencyKey: string | undefined;
};

/** Accepts a push; resolves when its accepted rows are durable. */
export async function acceptRows(ingestion: Ingestion, request: PushRequest): Promise<PushAnswer> {
  const checked = checkRows(readText(request.body), request.format, request.language);
  const bodyHash = request.idempotencyKey === undefined ? '' : hashOf(request.dataset, '\0', request.body, '\0');
  return store(ingestion, request, { checked, bodyHash });
}

/** Accepts messages of Segment's API. If all have an id, the ids serve as idempotency key. */
export async function acceptMessages(ingestion: Ingestion, request: PushRequest): Promise<PushAnswer> {
  const checked = checkRows(readText(request.body), request.format, request.language);
  const ids = checked.rows.map((row) => (row as { messageId?: unknown } | null)?.messageId);
  const hasIds = ids.every((id) => typeof id === 'string' && id !== '');
  // Not a hash of the body: a retry has another sentAt.
  const bodyHash = hasIds ? hashOf(ids.join('\n'), '\0') : '';
  const idempotencyKey = hasIds ? `messages ${bodyHash}` : undefined;
  return store(ingestion, { ...request, idempotencyKey }, { checked, bodyHash });
}

type ValidatedPush = { checked: CheckedRows; bodyHash: string };

async function store(
  ingestion: Ingestion,
  request: PushRequest,
  { checked, bodyHash }: ValidatedPush,
): Promise<PushAnswer> {
  const { answer, refused, rows } = checked;
  if (rows.length === 0) return answer;
  const { dataset, format, key, body, idempotencyKey } = request;
  const { applicationId } = key;
  const lookup = ingestion.log.find(applicationId);
  const log = lookup instanceof Promise ? await lookup : lookup;
  if (!log) throw new Problem('key_invalid');
  const datasets = format === 'messages' ? typesOf(rows, refused) : [dataset];
  for (const name of datasets) await ingestion.names.admit(applicationId, name);
  const delivery = idempotencyKey === undefined ? null : { key: idempotencyKey, bodyHash, answer };
  const header = { format, datasets, keyName: key.name, receivedAt: Date.now(), refused, delivery };
  const earlier = await log.append({ header, body });
  if (earlier) return earlier.answer as PushAnswer;
  const rejected = refused.length;
  ingestion.services.metrics.countEvents({ accepted: rows.length - rejected, rejected, bytes: body.length });
  return answer;
}

function typesOf(rows: unknown[], refused: number[]): string[] {
  return [...new Set(rows.flatMap((row, index) => (refused.includes(index) ? [] : [datasetOf(row)!])))];
}
