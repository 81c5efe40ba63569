import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatasetColumn } from '#contract/datasets.ts';
import { emptyAsk, type Filter, type QueryAsk, type Scalar } from '#contract/query.ts';
import { formatShort } from '#display/format/number.ts';
import { valueLabel } from '#display/words/filter.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { answerQuery, useRested } from './answers.ts';
import { useBoard } from './board.ts';
import style from './FilterEditor.module.css';

const most = 100;

type Props = {
  column: DatasetColumn;
  without: number | undefined;
  values: Scalar[];
  onChange: (values: Scalar[]) => void;
};

/** Which values a column has where the rest of the question holds, the most frequent first. */
function valuesAsk(ask: QueryAsk, column: DatasetColumn, without: number | undefined, wanted: string): QueryAsk {
  const others = ask.filters.filter((_, index) => index !== without);
  const searched: Filter[] =
    wanted && column.type === 'text' ? [{ op: 'contains', column: column.id, value: wanted }] : [];
  return {
    ...emptyAsk(ask.dataset),
    dimensions: [{ id: 'd1', column: column.id, kind: 'value' }],
    filters: [...others, ...searched],
    period: ask.period.kind === 'during' ? { ...ask.period, compare: { kind: 'none' } } : ask.period,
    order: [{ kind: 'measure', id: 'm1', part: 'value', direction: 'descending' }],
    limit: most,
  };
}

/** Values to tick, found by a few letters, each with how often it occurs. */
export function ValuesChoice({ column, without, values, onChange }: Props) {
  const { t } = useTranslation();
  const { ask, look } = useBoard();
  const [wanted, setWanted] = useState('');
  const rested = useRested(wanted.trim(), 200);
  const { data, error, isFetching } = useQuery({
    ...answerQuery(valuesAsk(ask, column, without, rested), look.zone),
    placeholderData: (previous) => previous,
  });
  const found = (data?.values[0] ?? []) as Scalar[];
  const counts = (data?.values[1] ?? []) as number[];
  // What is chosen stays in sight, also when it is not among the first hundred.
  const gone = values.filter((value) => !found.includes(value));
  const rows = [
    ...(rested ? [] : gone.map((value) => ({ value, count: undefined }))),
    ...found.map((value, index) => ({ value, count: counts[index] })),
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
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
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
      {found.length === most && <small className={style['note']}>{t('explore.mostFrequent', { count: most })}</small>}
    </>
  );
}
