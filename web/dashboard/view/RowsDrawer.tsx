import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { AnswerLine } from '#contract/asks.ts';
import { chartNow } from '#contract/dashboard-asks.ts';
import type { ChartCard, Dashboard, DashboardState, Point } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { filtersOfPoint } from '#contract/point.ts';
import type { Result, RowsAsk } from '#contract/query.ts';
import { formatNumber } from '#display/format/number.ts';
import { frameOf } from '#display/frames.ts';
import { detailOf } from '#display/words/sentence.ts';
import { DataGrid } from '#web/charts/grid/DataGrid.tsx';
import { readLines } from '#web/http/lines.ts';
import { useLook } from '#web/shell/preferences.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { useBoard, useBoardState } from './board.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import style from './Dialogs.module.css';
import { useSubject } from './subjects.ts';

type Props = { card: ChartCard; title: string; point: Point; onClose: () => void };

const drawing = { kind: 'table' as const, options: {} };

/** The rows behind a card, or behind one of its points, newest first. */
export function RowsDrawer({ card, title, point, onClose }: Props) {
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

function Rows({ card, point }: Pick<Props, 'card' | 'point'>) {
  const { t } = useTranslation();
  const look = useLook();
  const { dashboard } = useBoard();
  const state = useBoardState();
  const { data, error, isFetching, refetch } = useRows(card, point);
  const subject = useSubject(card.chart.ask);
  const asked = useMemo(() => rowsBehind(dashboard, card, { state, point }), [dashboard, card, state, point]);
  const frame = useMemo(
    () => data && subject && asked && frameOf({ ask: asked, result: data, subject, look }),
    [asked, data, subject, look],
  );
  if (error) {
    return (
      <div className={style['rows']} role="alert">
        <p>{sentenceOf(error)}</p>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </div>
    );
  }
  const rows = frame && formatNumber(frame.values[0]?.length ?? 0, look.language);
  return (
    <div className={style['rows']}>
      {subject && asked && <p dir="auto">{detailOf(subject, asked, look) || t('dashboard.view.rowsOfAll')}</p>}
      {frame && <p>{t(frame.isCutOff ? 'dashboard.view.rowsSome' : 'dashboard.view.rowsAll', { rows })}</p>}
      {!frame && isFetching && <Progress percent={undefined} label={t('explore.asking')} />}
      {frame && (
        <div>
          <DataGrid frame={frame} drawing={drawing} startsExact />
        </div>
      )}
    </div>
  );
}

type Looked = { state: DashboardState; point: Point };

/** The question for the rows as the server asks it. */
function rowsBehind(dashboard: Dashboard, card: ChartCard, { state, point }: Looked): RowsAsk | undefined {
  const { chart } = chartNow(dashboard, card, state);
  if (chart.ask.kind === 'sql') return undefined;
  const { dataset, filters, period } = chart.ask;
  const marked = filtersOfPoint(chart, point);
  return { kind: 'rows', dataset, columns: [], filters: [...filters, ...marked], period, order: [], limit: 1000 };
}

function useRows(card: ChartCard, point: Point) {
  const { id, draft } = useBoard();
  const state = useBoardState();
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
