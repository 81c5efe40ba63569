import { BellOutlined, MenuOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#contract/chart.ts';
import type { SavedChart } from '#contract/charts.ts';
import type { Dataset } from '#contract/datasets.ts';
import type { QueryAsk } from '#contract/query.ts';
import type { Look } from '#display/frame.ts';
import { frameOf } from '#display/frames.ts';
import { titleOf } from '#display/words/sentence.ts';
import { datasetsQuery } from '#web/http/ask.ts';
import { useLook } from '#web/shell/preferences.ts';
import { type Answer, useAnswer } from './answers.ts';
import { type Board, BoardContext } from './board.ts';
import { sqlOf } from './carry.ts';
import { FieldsPanel } from './FieldsPanel.tsx';
import { Heading } from './Heading.tsx';
import { useKeys } from './keys.ts';
import { useShown } from './location.ts';
import { withOrder } from './order.ts';
import { Picture, suggestedKind } from './Picture.tsx';
import { useSaving } from './saving.tsx';
import { tableName } from './sql/names.ts';
import { emptySql, type SqlView } from './sql/sql-view.ts';
import { withTotals } from './totals.ts';
import type { View } from './view.ts';
import { Wells } from './Wells.tsx';
import style from './Workbench.module.css';

const AlertDialog = lazy(() =>
  import('#web/dashboard/alerts/AlertDialog.tsx').then((module) => ({ default: module.AlertDialog })),
);

type Props = { dataset: Dataset; view: View; chart: SavedChart | undefined };

/** Fields on the left, the question in its parts above, its picture below. */
export function Workbench({ dataset, view: addressed, chart }: Props) {
  const look = useLook();
  const { view, show } = useView(addressed);
  const [filtered, setFiltered] = useState<string>();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isAlerting, setAlerting] = useState(false);
  const asked = useMemo(() => withOrder(withTotals(view), dataset), [view, dataset]);
  const answer = useAnswer(asked, look.zone);
  const saving = useSaving({
    saved: chart,
    chart: chartOf({ dataset, view: { ...view, ask: asked }, answer, look }),
    proposed: titleOf(dataset, view.ask, look.language),
    onSaved: ({ id }) => show(view, id),
  });
  const carried = useCarried(dataset, answer, look);
  const { t } = useTranslation();
  const board = useMemo<Board>(
    () => ({ ask: view.ask, dataset, look, change: (ask: QueryAsk) => show({ ...view, ask }, chart?.id) }),
    [view, dataset, look, show, chart?.id],
  );
  useKeys({ onRun: () => answer.again(), onRefresh: () => answer.again(), onSave: saving.start });
  const filter = (column: string | undefined) => {
    setSheetOpen(false);
    setFiltered(column);
  };
  return (
    <BoardContext value={board}>
      <Heading tab="click" dataset={dataset} chart={chart} saving={saving} carried={carried}>
        <Button
          className={style['fields'] ?? ''}
          icon={<MenuOutlined aria-hidden />}
          onClick={() => setSheetOpen(true)}
        >
          {t('explore.fields')}
        </Button>
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('explore.refresh')}
          title={t('explore.refresh')}
          onClick={() => answer.again()}
        />
        <Button
          icon={<BellOutlined aria-hidden />}
          aria-label={t('alerts.make')}
          title={t('alerts.make')}
          onClick={() => setAlerting(true)}
        />
      </Heading>
      <div className={style['bench']}>
        <aside className={style['side']} aria-label={t('explore.fields')}>
          <FieldsPanel onFilter={filter} />
        </aside>
        <div className={style['main']}>
          <Wells filtered={filtered} onFilter={filter} />
          <Picture view={view} answer={answer} onDraw={(drawn) => show({ ...view, ...drawn }, chart?.id)} />
        </div>
      </div>
      <Drawer
        open={isSheetOpen}
        placement="bottom"
        size="80%"
        title={t('explore.fields')}
        onClose={() => setSheetOpen(false)}
      >
        <FieldsPanel onFilter={filter} />
      </Drawer>
      {saving.dialog}
      <Suspense>
        {isAlerting && (
          <AlertDialog
            subject={dataset}
            made={{ ask: view.ask, title: titleOf(dataset, view.ask, look.language), origin: null }}
            onClose={() => setAlerting(false)}
          />
        )}
      </Suspense>
    </BoardContext>
  );
}

type Drawable = { dataset: Dataset; view: View; answer: Answer; look: Look };

/** What would be kept: the question with the picture that is shown. */
function chartOf({ dataset, view, answer: { answered }, look }: Drawable): Chart | undefined {
  if (!answered) return undefined;
  const kind =
    view.kind === 'auto' ? suggestedKind(view.ask, frameOf({ ...answered, subject: dataset, look })) : view.kind;
  return { ask: view.ask, drawing: { kind, options: view.options } };
}

/** The last answer's question in SQL. */
function useCarried(dataset: Dataset, { answered }: Answer, look: Look): SqlView | undefined {
  const { data: all = [] } = useQuery({ ...datasetsQuery, throwOnError: false });
  return useMemo(() => {
    const listed = all.find(({ id }) => id === dataset.id);
    if (!answered || answered.ask.kind !== 'query' || !listed) return undefined;
    const { fields } = frameOf({ ...answered, subject: dataset, look });
    const ask = sqlOf({
      ask: answered.ask,
      proof: answered.result.proof,
      labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
      table: { name: dataset.name, written: tableName(listed, all) },
    });
    return ask && { ...emptySql, ask };
  }, [all, dataset, answered, look]);
}

/** The view of the address, or the one that is on its way into it: two quick clicks are two steps. */
function useView(addressed: View) {
  const { show: write } = useShown();
  const [next, setNext] = useState<{ after: View; view: View }>();
  const show = useCallback(
    (view: View, chart?: string) => {
      setNext({ after: addressed, view });
      write(view, chart);
    },
    [addressed, write],
  );
  return { view: next?.after === addressed ? next.view : addressed, show };
}
