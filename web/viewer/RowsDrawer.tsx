import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { AnswerLine } from '#contract/queries/routes.ts';
import { currentChartOf } from '#domain/dashboard/queries.ts';
import type { ChartCard, Dashboard, DashboardState, ChartPoint } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { filtersOfPoint } from '#domain/dashboard/point-filters.ts';
import type { Result, RowsQuerySpec } from '#domain/query/query.ts';
import { formatNumber } from '#display/format/number.ts';
import { frameOf } from '#display/frames.ts';
import { detailOf } from '#display/words/sentence.ts';
import { DataGrid } from '#web/grid/DataGrid.tsx';
import { readLines } from '#web/http/json-lines.ts';
import { useRememberedLabels } from '#web/http/value-labels.ts';
import { useLook } from '#web/shell/preferences.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { useDashboardContext, useStateContext } from './dashboard-context.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import style from './Dialogs.module.css';
import { useSubject } from './subjects.ts';

type RowsDrawerProps = { card: ChartCard; title: string; point: ChartPoint; onClose: () => void };

const drawing = { kind: 'table' as const, options: {} };

/** The rows behind a card or a point, newest first. */
export function RowsDrawer({ card, title, point, onClose }: RowsDrawerProps) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Drawer
      open
      size="min(1100px, 92vw)"
      title={<span dir="auto">{t('dashboard.view.rowsOf', { title })}</span>}
      onClose={onClose}
    >
      <Rows card={card} point={point} />
    </Drawer>
  );
}

function Rows({ card, point }: Pick<RowsDrawerProps, 'card' | 'point'>) {
  const { t } = useTranslation();
  const look = useLook();
  const { dashboard } = useDashboardContext();
  const state = useStateContext();
  const { data, error, isFetching, refetch } = useRows(card, point);
  const subject = useSubject(card.chart.ask);
  const labels = useRememberedLabels();
  const rowsSpec = useMemo(() => rowsSpecOf(dashboard, card, { state, point }), [dashboard, card, state, point]);
  const frame = useMemo(
    () => data && subject && rowsSpec && frameOf({ spec: rowsSpec, result: data, subject, look }),
    [rowsSpec, data, subject, look],
  );
  if (error) {
    return (
      <div className={style['rows']} role="alert">
        <p>{sentenceOf(error)}</p>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </div>
    );
  }
  const count = frame?.values[0]?.length ?? 0;
  const rows = formatNumber(count, look.language);
  return (
    <div className={style['rows']}>
      {subject && rowsSpec && (
        <p dir="auto">{detailOf({ ...subject, labels }, rowsSpec, look) || t('dashboard.view.rowsOfAll')}</p>
      )}
      {frame && <p>{t(frame.isCutOff ? 'dashboard.view.rowsSome' : 'dashboard.view.rowsAll', { rows, count })}</p>}
      {!frame && isFetching && <Progress percent={undefined} label={t('explore.asking')} />}
      {frame && (
        <div>
          <DataGrid frame={frame} drawing={drawing} startsExact />
        </div>
      )}
    </div>
  );
}

type RowsContext = { state: DashboardState; point: ChartPoint };

/** The query for the rows, as the server builds it. */
function rowsSpecOf(dashboard: Dashboard, card: ChartCard, { state, point }: RowsContext): RowsQuerySpec | undefined {
  const { chart } = currentChartOf(dashboard, card, state);
  if (chart.ask.kind === 'sql') return undefined;
  const { dataset, filters, period } = chart.ask;
  const pointFilters = filtersOfPoint(chart, point);
  return { kind: 'rows', dataset, columns: [], filters: [...filters, ...pointFilters], period, order: [], limit: 1000 };
}

function useRows(card: ChartCard, point: ChartPoint) {
  const { id, draft } = useDashboardContext();
  const state = useStateContext();
  const { zone } = useLook();
  return useQuery({
    queryKey: ['rows', id, draft, card.id, point, state, zone],
    queryFn: async ({ signal }): Promise<Result> => {
      let result: Result | undefined;
      const input = { id, draft, state, zone, card: card.id, point };
      await readLines<AnswerLine>('POST /dashboards/:id/rows', input, {
        signal,
        onLine: (line) => line.kind === 'result' && (result = line.result),
      });
      if (!result) throw new Problem('offline');
      return result;
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    throwOnError: false,
    retry: false,
  });
}
