import type { Dataset } from '#contract/datasets/routes.ts';
import { databases } from '#domain/databases.ts';

type Place = NonNullable<Dataset['connection']>;

/** The table that a dataset reads in place, with its schema. */
export const tableOf = ({ schema, table }: Place): string => (schema ? `${schema}.${table}` : table);

/** The database and table that a dataset reads in place. */
export const placeOf = (place: Place): string => `${databases[place.kind].name} · ${tableOf(place)}`;
