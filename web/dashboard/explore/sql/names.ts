import type { ListedDataset } from '#contract/metrics.ts';

const reserved = new Set(
  'all and as asc by case cast desc distinct else end except from full group having in inner into is join left like limit not null on or order outer right select table then to true false union using when where with'.split(
    ' ',
  ),
);

/** A name as SQL takes it: quoted unless it is plain. */
export const identifier = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** How a dataset is written in SQL: with its application before it where others have the same name. */
export function tableName(dataset: ListedDataset, all: ListedDataset[]): string {
  const isShared = all.some(({ id, name }) => id !== dataset.id && name.toLowerCase() === dataset.name.toLowerCase());
  return isShared ? `${identifier(dataset.application)}.${identifier(dataset.name)}` : identifier(dataset.name);
}

/** Whether SQL speaks of a dataset, as far as its words tell. */
export const isNamed = (sql: string, { name }: Pick<ListedDataset, 'name'>): boolean =>
  sql.toLowerCase().includes(name.toLowerCase());
