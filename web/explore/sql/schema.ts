import type { SQLNamespace } from '@codemirror/lang-sql';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { storedColumnsIn } from '#domain/columns/column.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { ListedDataset } from '#contract/datasets/metrics.ts';
import { allDatasetsQuery } from '#web/http/run-query.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { mentionsDataset } from './identifiers.ts';

export type SqlSchema = {
  datasets: ListedDataset[];
  isPending: boolean;
  /** Loaded columns by dataset id; SQL cannot use calculated ones. */
  columns: Map<string, Dataset['columns']>;
};

const loadAllUpTo = 12;

/** All datasets, with the columns of opened and mentioned ones; with few datasets, of all. */
export function useSchema(sql: string, opened: ReadonlySet<string>): SqlSchema {
  const { data: datasets, isPending } = useQuery({ ...allDatasetsQuery, throwOnError: false });
  const all = datasets ?? noDatasets;
  const toLoad =
    all.length <= loadAllUpTo ? all : all.filter((each) => opened.has(each.id) || mentionsDataset(sql, each));
  const columns = useQueries({
    queries: toLoad.map(({ id }) => ({ ...datasetQuery(id), throwOnError: false, staleTime: 60_000 })),
    combine: columnsOf,
  });
  return useMemo(() => ({ datasets: all, isPending, columns }), [all, isPending, columns]);
}

const noDatasets: ListedDataset[] = [];

function columnsOf(answers: { data: Dataset | undefined }[]): Map<string, Dataset['columns']> {
  return new Map(answers.flatMap(({ data }) => (data ? [[data.id, storedColumnsIn(data.columns)] as const] : [])));
}

/** The schema for autocompletion: tables by name and by application. */
export function namespaceOf({ datasets, columns }: SqlSchema): SQLNamespace {
  const tables: Record<string, SQLNamespace> = {};
  const applications: Record<string, Record<string, SQLNamespace>> = {};
  for (const { id, name, application } of datasets) {
    const fields = (columns.get(id) ?? []).map(({ name: label, type }) => ({ label, type: 'property', detail: type }));
    tables[name] ??= fields;
    (applications[application] ??= {})[name] = fields;
  }
  return { ...applications, ...tables };
}
