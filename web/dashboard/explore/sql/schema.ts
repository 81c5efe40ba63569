import type { SQLNamespace } from '@codemirror/lang-sql';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Dataset } from '#contract/datasets.ts';
import type { ListedDataset } from '#contract/metrics.ts';
import { datasetsQuery } from '#web/http/ask.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { isNamed } from './names.ts';

export type Schema = {
  datasets: ListedDataset[];
  isPending: boolean;
  /** Columns by the id of their dataset, as far as they are known. */
  columns: Map<string, Dataset['columns']>;
};

const few = 12;

/** All datasets, and the columns of those that are looked at or spoken of; of few datasets, all columns. */
export function useSchema(sql: string, opened: ReadonlySet<string>): Schema {
  const { data: datasets, isPending } = useQuery({ ...datasetsQuery, throwOnError: false });
  const all = datasets ?? none;
  const wanted = all.length <= few ? all : all.filter((each) => opened.has(each.id) || isNamed(sql, each));
  const columns = useQueries({
    queries: wanted.map(({ id }) => ({ ...datasetQuery(id), throwOnError: false, staleTime: 60_000 })),
    combine: columnsOf,
  });
  return useMemo(() => ({ datasets: all, isPending, columns }), [all, isPending, columns]);
}

const none: ListedDataset[] = [];

function columnsOf(answers: { data: Dataset | undefined }[]): Map<string, Dataset['columns']> {
  return new Map(answers.flatMap(({ data }) => (data ? [[data.id, data.columns] as const] : [])));
}

/** The schema as the editor offers it: datasets by name, and below their application. */
export function namespaceOf({ datasets, columns }: Schema): SQLNamespace {
  const tables: Record<string, SQLNamespace> = {};
  const applications: Record<string, Record<string, SQLNamespace>> = {};
  for (const { id, name, application } of datasets) {
    const fields = (columns.get(id) ?? []).map(({ name: label, type }) => ({ label, type: 'property', detail: type }));
    tables[name] ??= fields;
    (applications[application] ??= {})[name] = fields;
  }
  return { ...applications, ...tables };
}
