import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { ListedValues } from '#contract/value-labels/routes.ts';
import type { Result, ValueLabels } from '#domain/query/query.ts';
import { labelKeyOf } from '#domain/query/value-labels.ts';
import type { QuerySubject } from '#display/words/subject.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

type LabelsByColumn = Record<string, ValueLabels>;

/** Labels from all results so far, by column: filters may name values that the current results do not contain. */
const rememberedQuery = queryOptions<LabelsByColumn>({
  queryKey: ['value-labels'],
  queryFn: () => ({}),
  enabled: false,
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Labels of columns with more values are not stored: such values are not listed in filters, and comparing is slow. */
const maxRemembered = 1000;

const isSame = (a: ValueLabels[string] | undefined, b: ValueLabels[string]) =>
  a?.en_US === b.en_US && a.zh_CN === b.zh_CN;

/** Stores labels for the texts of filters. Nothing changes if all of them are known. */
export function rememberLabels(labels: LabelsByColumn): void {
  const remembered = queryClient.getQueryData(rememberedQuery.queryKey) ?? {};
  const changed = Object.entries(labels).filter(([column, values]) => {
    const entries = Object.entries(values);
    return entries.length <= maxRemembered && entries.some(([key, label]) => !isSame(remembered[column]?.[key], label));
  });
  if (changed.length === 0) return;
  const added = changed.map(([column, values]) => [column, { ...remembered[column], ...values }] as const);
  queryClient.setQueryData(rememberedQuery.queryKey, { ...remembered, ...Object.fromEntries(added) });
}

/** Drops the stored labels of a column after they were edited. */
export function forgetLabels(column: string): void {
  const { [column]: _, ...others } = queryClient.getQueryData(rememberedQuery.queryKey) ?? {};
  queryClient.setQueryData(rememberedQuery.queryKey, others);
}

/** Remembers the labels in an answer. */
export function rememberResult({ labels = [] }: Result): void {
  if (labels.length > 0) rememberLabels(Object.fromEntries(labels.map(({ column, values }) => [column, values])));
}

/** Remembers the labels of listed values. */
export function rememberValues(column: string, { values }: ListedValues): void {
  const entries = values.flatMap(({ value, label }) => {
    const key = labelKeyOf(value);
    return key !== undefined && label ? [[key, label] as const] : [];
  });
  if (entries.length > 0) rememberLabels({ [column]: Object.fromEntries(entries) });
}

const noLabels: LabelsByColumn = {};

/** The remembered labels, by column. */
export function useRememberedLabels(): LabelsByColumn {
  return useQuery(rememberedQuery, queryClient).data ?? noLabels;
}

/** A subject with the labels of values in filters. */
export function useLabelledSubject<S extends QuerySubject>(subject: S): S {
  const labels = useRememberedLabels();
  return useMemo(() => ({ ...subject, labels }), [subject, labels]);
}

/** The columns of a dataset whose values have labels. */
export const labelledColumnsQuery = (dataset: string) =>
  queryOptions({
    queryKey: ['dataset', dataset, 'labels'],
    queryFn: ({ signal }) => call('GET /datasets/:id/labels', { id: dataset }, signal),
    throwOnError: false,
  });
