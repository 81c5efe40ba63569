import type { Dataset } from '#contract/datasets/routes.ts';
import { databases } from '#domain/databases.ts';

/** The database and table that a dataset reads in place. */
export const placeOf = ({ kind, schema, table }: NonNullable<Dataset['connection']>): string =>
  `${databases[kind].name} · ${schema ? `${schema}.` : ''}${table}`;
