import { isDeepStrictEqual } from 'node:util';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { partsOf } from '#domain/dashboard/parts.ts';

/** Who published each part of a dashboard: a member's id by the key of the part. */
export type Publishers = Record<string, string>;

type PublishedBefore = { document: Dashboard; publishers: Publishers };

// Normalized for comparison: stored JSON has another key order and no undefined values.
const plainOf = (definition: unknown): unknown => JSON.parse(JSON.stringify(definition));

/** The publisher of each part of the next version: the current one, unless its query is unchanged. */
export function nextPublishers(document: Dashboard, publisher: string, before?: PublishedBefore): Publishers {
  const definitions = new Map(
    before && partsOf(before.document).map(({ key, definition }) => [key, plainOf(definition)]),
  );
  const publisherOf = (key: string, definition: unknown) =>
    definitions.has(key) && isDeepStrictEqual(definitions.get(key), plainOf(definition))
      ? before?.publishers[key]
      : publisher;
  const entries = partsOf(document).map(({ key, definition }) => [key, publisherOf(key, definition)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
