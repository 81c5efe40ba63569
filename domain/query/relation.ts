import type { ColumnType } from './query.ts';

/** How many rows of a dataset can have the same partner in a related one. */
export const cardinalities = ['many_to_one', 'one_to_one'] as const;
export type Cardinality = (typeof cardinalities)[number];

/** Two columns with equal values in rows that belong together. */
export type RelationKey = { column: string; relatedColumn: string };

/** Types of columns that can be keys: their values compare exactly. */
export const keyTypes: ReadonlySet<ColumnType> = new Set(['text', 'integer', 'date', 'time', 'boolean']);

/** The id of a column of a related dataset: the ids of the relations in the path to it, and its own. */
export const relatedColumnId = (relation: string, column: string) => `${relation}.${column}`;

/** Splits a column id into its first relation, '' for a column of the dataset itself, and the rest of the id. */
export function relationStepOf(id: string): { relation: string; column: string } {
  const at = id.indexOf('.');
  return at < 0 ? { relation: '', column: id } : { relation: id.slice(0, at), column: id.slice(at + 1) };
}
