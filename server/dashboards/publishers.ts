import { isDeepStrictEqual } from 'node:util';

import type { Dashboard } from '#contract/dashboard.ts';
import { partsOf } from '#contract/dashboard-parts.ts';

/** Who published each part of a dashboard: a member's id by the key of the part. */
export type Publishers = Record<string, string>;

type Before = { document: Dashboard; publishers: Publishers };

// What was stored has its keys in another order, and says nothing of what is not set.
const plainOf = (question: unknown): unknown => JSON.parse(JSON.stringify(question));

/** Who is answerable for each part of the next version: whoever publishes it, unless its question is as it was. */
export function nextPublishers(document: Dashboard, publisher: string, before?: Before): Publishers {
  const questions = new Map(before && partsOf(before.document).map(({ key, question }) => [key, plainOf(question)]));
  const publisherOf = (key: string, question: unknown) =>
    questions.has(key) && isDeepStrictEqual(questions.get(key), plainOf(question))
      ? before?.publishers[key]
      : publisher;
  const entries = partsOf(document).map(({ key, question }) => [key, publisherOf(key, question)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
