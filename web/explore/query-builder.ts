import { createContext, useContext } from 'react';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import type { Look } from '#display/frame.ts';

/** The query being built, its dataset, and how to change it. */
export type QueryBuilder = {
  spec: BuiltQuerySpec;
  dataset: Dataset;
  look: Look;
  change: (spec: BuiltQuerySpec) => void;
};

export const QueryBuilderContext = createContext<QueryBuilder | undefined>(undefined);

export function useQueryBuilder(): QueryBuilder {
  const builder = useContext(QueryBuilderContext);
  if (!builder) throw new Error('QueryBuilderContext has no value.');
  return builder;
}

export const columnOf = ({ columns }: Dataset, id: string): DatasetColumn | undefined =>
  columns.find((column) => column.id === id);
