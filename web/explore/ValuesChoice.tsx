import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { emptyAsk, type Filter, type QueryAsk, type Scalar } from '#domain/query/query.ts';
import { formatShort } from '#display/format/number.ts';
import { valueLabel } from '#display/words/filter.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { answerQuery } from './use-answer.ts';
import { useQueryBuilder } from './query-builder.ts';
import style from './FilterEditor.module.css';

const maxValues = 100;

type ValuesChoiceProps = {
  column: DatasetColumn;
  without: number | undefined;
  values: Scalar[];
  onChange: (values: Scalar[]) => void;
};

/** Query for the most frequent values of a column under the other filters. */
function valuesAsk(ask: QueryAsk, column: DatasetColumn, without: number | undefined, search: string): QueryAsk {
  const others = ask.filters.filter((_, index) => index !== without);
  const searched: Filter[] =
    search && column.type === 'text' ? [{ op: 'contains', column: column.id, value: search }] : [];
  return {
    ...emptyAsk(ask.dataset),
    dimensions: [{ id: 'd1', column: column.id, kind: 'value' }],
    filters: [...others, ...searched],
    period: ask.period.kind === 'during' ? { ...ask.period, compare: { kind: 'none' } } : ask.period,
    order: [{ kind: 'measure', id: 'm1', part: 'value', direction: 'descending' }],
    limit: maxValues,
  };
}

/** Searchable list of values with their counts. */
export function ValuesChoice({ column, without, values, onChange }: ValuesChoiceProps) {
  const { t } = useTranslation();
  const { ask, look } = useQueryBuilder();
  const [search, setSearch] = useState('');
  const debounced = useDebounced(search.trim(), 200);
  const { data, error, isFetching } = useQuery({
    ...answerQuery(valuesAsk(ask, column, without, debounced), look.zone),
    placeholderData: (previous) => previous,
  });
  const matches = (data?.values[0] ?? []) as Scalar[];
  const counts = (data?.values[1] ?? []) as number[];
  // Chosen values stay visible even if they are not among the most frequent.
  const unmatched = values.filter((value) => !matches.includes(value));
  const rows = [
    ...(debounced ? [] : unmatched.map((value) => ({ value, count: undefined }))),
    ...matches.map((value, index) => ({ value, count: counts[index] })),
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
              <bdi>{valueLabel(value, column.type, look)}</bdi>
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
