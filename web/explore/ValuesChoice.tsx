import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatasetColumn } from '#domain/columns/column.ts';
import type { Scalar } from '#domain/query/query.ts';
import { formatShort } from '#display/format/number.ts';
import { valueLabel } from '#display/words/filter.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { call } from '#web/http/client.ts';
import { rememberValues, useRememberedLabels } from '#web/http/value-labels.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { useQueryBuilder } from './query-builder.ts';
import style from './FilterEditor.module.css';

const maxValues = 100;

type ValuesChoiceProps = {
  column: DatasetColumn;
  excludedFilter: number | undefined;
  values: Scalar[];
  onChange: (values: Scalar[]) => void;
};

/** The most frequent values of a column under the other filters, with their labels. */
function useListedValues(column: DatasetColumn, excludedFilter: number | undefined, search: string) {
  const { spec, look } = useQueryBuilder();
  const input = {
    id: spec.dataset,
    column: column.id,
    search,
    filters: spec.filters.filter((_, index) => index !== excludedFilter),
    period: spec.period,
    zone: look.zone,
  };
  return useQuery({
    queryKey: ['dataset', spec.dataset, 'values', input],
    queryFn: async ({ signal }) => {
      const listed = await call('POST /datasets/:id/values', input, signal);
      rememberValues(column.id, listed);
      return listed;
    },
    staleTime: 60_000,
    throwOnError: false,
    placeholderData: (previous) => previous,
  });
}

/** Searchable list of values with their counts. */
export function ValuesChoice({ column, excludedFilter, values, onChange }: ValuesChoiceProps) {
  const { t } = useTranslation();
  const { look } = useQueryBuilder();
  const [search, setSearch] = useState('');
  const debounced = useDebounced(search.trim(), 200);
  const { data, error, isFetching } = useListedValues(column, excludedFilter, debounced);
  const labels = useRememberedLabels()[column.id];
  const matches = data?.values ?? [];
  // Chosen values stay visible even if they are not among the most frequent.
  const unmatched = values.filter((value) => !matches.some((each) => each.value === value));
  const rows = [
    ...(debounced ? [] : unmatched.map((value) => ({ value, count: undefined }))),
    ...matches.map(({ value, rows: count }) => ({ value, count })),
  ];
  const toggle = (value: Scalar) =>
    onChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value]);
  return (
    <>
      <Input
        data-first
        size="small"
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('explore.findValue')}
        placeholder={t('explore.findValue')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onPressEnter={(event) => event.preventDefault()}
      />
      <ul className={style['values']} aria-busy={isFetching}>
        {rows.map(({ value, count }) => (
          <li key={`${typeof value}${value}`}>
            <label>
              <Checkbox checked={values.includes(value)} onChange={() => toggle(value)} />
              <bdi>{valueLabel(value, { type: column.type, labels }, look)}</bdi>
              {count !== undefined && <small className="numbers">{formatShort(count, look.language)}</small>}
            </label>
          </li>
        ))}
        {data && rows.length === 0 && <p>{t('explore.noValue')}</p>}
        {error && <p>{sentenceOf(error)}</p>}
      </ul>
      {matches.length === maxValues && (
        <small className={style['note']}>{t('explore.mostFrequent', { count: maxValues })}</small>
      )}
    </>
  );
}
