import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { AnswerLine } from '#contract/asks.ts';
import type { ChartCard, Point } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { Result, RowsAsk } from '#contract/query.ts';
import { formatNumber } from '#display/format/number.ts';
import { frameOf } from '#display/frames.ts';
import { DataGrid } from '#web/charts/grid/DataGrid.tsx';
import { readLines } from '#web/http/lines.ts';
import { useLook } from '#web/shell/preferences.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { useBoard } from './board.ts';
import style from './Dialogs.module.css';
import { useSubject } from './subjects.ts';

type Props = { card: ChartCard; title: string; point: Point; onClose: () => void };

const drawing = { kind: 'table' as const, options: {} };

/** The rows behind a card, or behind one of its points, newest first. */
export function RowsDrawer({ card, title, point, onClose }: Props) {
  const { t } = useTranslation();
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
  const { data, error, isFetching, refetch } = useRows(card, point);
  const subject = useSubject(card.chart.ask);
  const frame = useMemo(
    () => data && subject && frameOf({ ask: rowsAsk(card), result: data, subject, look }),
    [card, data, subject, look],
  );
  if (error) {
    return (
      <div className={style['rows']} role="alert">
        <p>{sentenceOf(error)}</p>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </div>
    );
  }
  if (!frame) return isFetching ? <Progress percent={undefined} label={t('explore.asking')} /> : null;
  const rows = formatNumber(frame.values[0]?.length ?? 0, look.language);
  return (
    <div className={style['rows']}>
      <p>{t(frame.isCutOff ? 'dashboard.view.rowsSome' : 'dashboard.view.rowsAll', { rows })}</p>
      <div>
        <DataGrid frame={frame} drawing={drawing} startsExact />
      </div>
    </div>
  );
}

// Only its kind and dataset tell what the columns are.
const rowsAsk = ({ chart: { ask } }: ChartCard): RowsAsk => ({
  kind: 'rows',
  dataset: ask.kind === 'sql' ? '' : ask.dataset,
  columns: [],
  filters: [],
  period: { kind: 'all' },
  order: [],
  limit: 1000,
});

function useRows(card: ChartCard, point: Point) {
  const { id, draft, state } = useBoard();
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
