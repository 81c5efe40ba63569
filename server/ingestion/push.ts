import { createHash } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import { type BodyFormat, frameOf, type FrameHeader } from '#engine/events/frames.ts';
import { datasetOf } from '#engine/events/rows.ts';
import type { Pushed } from './applications.ts';
import { readText } from './body.ts';
import { type Answer, checkRows, type Checked } from './check.ts';
import type { Answered } from './deliveries.ts';
import type { Ingestion } from './ingestion.ts';
import type { WriteKey } from './keys.ts';

/** A push as it came in. */
export type Arrival = {
  key: WriteKey;
  dataset: string;
  format: BodyFormat;
  body: Buffer;
  language: Language;
  /** Who comes again under the same name is the same push. */
  idempotencyKey: string | undefined;
};

/** Takes a push: when this resolves, what it accepted is on disk. */
export async function acceptRows(ingestion: Ingestion, arrival: Arrival): Promise<Answer> {
  const checked = checkRows(readText(arrival.body), arrival.format, arrival.language);
  const bodyHash = arrival.idempotencyKey === undefined ? '' : hashOf(arrival.dataset, arrival.body);
  return store(ingestion, arrival, { checked, bodyHash });
}

/** Takes messages of Segment's API. Those that all have an id are the same push when they come again. */
export async function acceptMessages(ingestion: Ingestion, arrival: Arrival): Promise<Answer> {
  const checked = checkRows(readText(arrival.body), arrival.format, arrival.language);
  const ids = checked.rows.map((row) => (row as { messageId?: unknown } | null)?.messageId);
  const isNamed = ids.every((id) => typeof id === 'string' && id !== '');
  // When it comes again, the moment of sending in the body is another.
  const bodyHash = isNamed ? hashOf(ids.join('\n')) : '';
  const idempotencyKey = isNamed ? `messages ${bodyHash}` : undefined;
  return store(ingestion, { ...arrival, idempotencyKey }, { checked, bodyHash });
}

type Known = { checked: Checked; bodyHash: string };

async function store(ingestion: Ingestion, arrival: Arrival, { checked, bodyHash }: Known): Promise<Answer> {
  const { answer } = checked;
  if (checked.rows.length === 0) return answer;
  const found = ingestion.applications.find(arrival.key.applicationId);
  const pushed = found instanceof Promise ? await found : found;
  if (!pushed) throw new Problem('key_invalid');
  const { idempotencyKey: key } = arrival;
  if (key === undefined) return (await append(pushed, arrival, { checked, delivery: null })).answer;
  const apply = () => append(pushed, arrival, { checked, delivery: { key, bodyHash, answer } });
  return pushed.deliveries.once(ingestion.services.db, { key, bodyHash }, apply);
}

async function append(
  pushed: Pushed,
  { dataset, format, key, body }: Arrival,
  { checked, delivery }: { checked: Checked; delivery: FrameHeader['delivery'] },
): Promise<Answered<Answer>> {
  const { answer, refused, rows } = checked;
  const datasets = format === 'messages' ? typesOf(rows, refused) : [dataset];
  for (const name of datasets) await pushed.names.admit(name);
  const header = { format, datasets, keyName: key.name, receivedAt: Date.now(), refused, delivery };
  const finish = pushed.unsealed.begin(datasets);
  let end: number | undefined;
  try {
    end = await pushed.log.append(frameOf(header, body));
    return { answer, end };
  } finally {
    finish(end);
  }
}

function typesOf(rows: unknown[], refused: number[]): string[] {
  return [...new Set(rows.flatMap((row, index) => (refused.includes(index) ? [] : [datasetOf(row)!])))];
}

function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
}
