import type { Dataset } from '#contract/datasets/routes.ts';
import { databases } from '#domain/databases.ts';

type Place = NonNullable<Dataset['connection']>;

/** The table that a dataset reads in place, with its schema, or that it reads SQL. */
export function tableOf(place: Place): string {
  if ('sql' in place) return 'SQL';
  return place.schema ? `${place.schema}.${place.table}` : place.table;
}

/** The database and table that a dataset reads in place. */
export const placeOf = (place: Place): string => `${databases[place.kind].name} · ${tableOf(place)}`;
