import type { Dataset } from '#contract/datasets/routes.ts';
import { databases } from '#domain/databases.ts';

type Place = NonNullable<Dataset['connection']>;

/** The table that a connected dataset reads, with its schema, or "SQL". */
export function tableOf(place: Place): string {
  if ('sql' in place) return 'SQL';
  return place.schema ? `${place.schema}.${place.table}` : place.table;
}

/** The database and table that a connected dataset reads. */
export const placeOf = (place: Place): string => `${databases[place.kind].name} · ${tableOf(place)}`;
