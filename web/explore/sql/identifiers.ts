import type { ListedDataset } from '#contract/datasets/metrics.ts';

const reserved = new Set(
  'all and as asc by case cast desc distinct else end except from full group having in inner into is join left like limit not null on or order outer right select table then to true false union using when where with'.split(
    ' ',
  ),
);

/** A name as an SQL identifier, quoted if necessary. */
export const quoteIdentifier = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** The table name of a dataset, qualified with its application if the name is not unique. */
export function tableName(dataset: ListedDataset, all: ListedDataset[]): string {
  const isShared = all.some(({ id, name }) => id !== dataset.id && name.toLowerCase() === dataset.name.toLowerCase());
  return isShared
    ? `${quoteIdentifier(dataset.application)}.${quoteIdentifier(dataset.name)}`
    : quoteIdentifier(dataset.name);
}

/** Whether the SQL text seems to mention a dataset. */
export const mentionsDataset = (sql: string, { name }: Pick<ListedDataset, 'name'>): boolean =>
  sql.toLowerCase().includes(name.toLowerCase());
