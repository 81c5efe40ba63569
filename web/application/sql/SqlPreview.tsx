import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Drawing } from '#domain/query/chart.ts';
import type { Result } from '#domain/query/query.ts';
import { uniqueNames } from '#domain/text/unique-names.ts';
import { formatNumber } from '#display/format/number.ts';
import { frameOf } from '#display/frames.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './Sql.module.css';

const DataGrid = lazy(() => import('#web/grid/DataGrid.tsx').then((module) => ({ default: module.DataGrid })));

const subject = { columns: [], metrics: [] };
const drawing: Drawing = { kind: 'table', options: {} };
const height = 480;

/** The first rows of SQL, with the types of its columns. */
export function SqlPreview({ sql, result, isStale }: { sql: string; result: Result; isStale: boolean }) {
  const { t } = useTranslation();
  const look = useLook();
  const frame = useMemo(
    () => frameOf({ spec: { kind: 'sql', sql, params: [], limit: 0 }, result, subject, look }),
    [sql, result, look],
  );
  // A preview may have two columns with the same name.
  const keys = uniqueNames(result.columns.map(({ name }) => name));
  const { rowsReturned, isCutOff, milliseconds } = result.proof;
  const number = (value: number) => formatNumber(value, look.language, 0);
  const facts = { rows: number(rowsReturned), milliseconds: number(milliseconds) };
  const count = rowsReturned;
  return (
    <section className={style['preview']} aria-label={t('datasetSql.preview')} aria-busy={isStale}>
      <p className="numbers">
        {isCutOff ? t('datasetSql.firstRows', { count, ...facts }) : t('datasetSql.allRows', { count, ...facts })}
      </p>
      <ul className={style['columns']} aria-label={t('datasetSql.columns')}>
        {result.columns.map(({ name, type }, index) => (
          <li key={keys[index]}>
            <code dir="auto">{name}</code> {t(`data.types.${type}`)}
          </li>
        ))}
      </ul>
      <Suspense fallback={<div style={{ height }} />}>
        <DataGrid frame={frame} drawing={drawing} height={height} startsExact />
      </Suspense>
    </section>
  );
}
