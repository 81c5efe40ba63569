import { Problem } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import { type BodyFormat, frameOf, type FrameHeader } from '#engine/events/frames.ts';
import { datasetOf } from '#engine/events/push-body.ts';
import { hashOf } from '#server/hash.ts';
import type { PushedApplication } from './pushed-applications.ts';
import { readText } from './read-body.ts';
import { type PushAnswer, checkRows, type CheckedRows } from './check-rows.ts';
import type { AppendedAnswer } from './idempotency.ts';
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

/** Accepts a push; resolves when its accepted rows are on disk. */
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
  const { answer } = checked;
  if (checked.rows.length === 0) return answer;
  const lookup = ingestion.applications.find(request.key.applicationId);
  const application = lookup instanceof Promise ? await lookup : lookup;
  if (!application) throw new Problem('key_invalid');
  const { idempotencyKey: key } = request;
  const apply = async (delivery: FrameHeader['delivery']) => {
    const appended = await append(application, request, { checked, delivery });
    const rejected = checked.refused.length;
    ingestion.services.metrics.countEvents({
      accepted: checked.rows.length - rejected,
      rejected,
      bytes: request.body.length,
    });
    return appended;
  };
  if (key === undefined) return (await apply(null)).answer;
  return application.deliveries.once(ingestion.services.db, { key, bodyHash }, () => apply({ key, bodyHash, answer }));
}

async function append(
  application: PushedApplication,
  { dataset, format, key, body }: PushRequest,
  { checked, delivery }: { checked: CheckedRows; delivery: FrameHeader['delivery'] },
): Promise<AppendedAnswer<PushAnswer>> {
  const { answer, refused, rows } = checked;
  const datasets = format === 'messages' ? typesOf(rows, refused) : [dataset];
  for (const name of datasets) await application.names.admit(name);
  const header = { format, datasets, keyName: key.name, receivedAt: Date.now(), refused, delivery };
  const finish = application.unsealed.begin(datasets);
  let end: number | undefined;
  try {
    end = await application.log.append(frameOf(header, body));
    return { answer, end };
  } finally {
    finish(end);
  }
}

function typesOf(rows: unknown[], refused: number[]): string[] {
  return [...new Set(rows.flatMap((row, index) => (refused.includes(index) ? [] : [datasetOf(row)!])))];
}
