import { FolderOpenOutlined, MenuOutlined, ReloadOutlined, SaveOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { Chart } from '#contract/chart.ts';
import type { SavedChart } from '#contract/charts.ts';
import type { Dataset } from '#contract/datasets.ts';
import { frameOf } from '#display/frames.ts';
import { titleOf } from '#display/words/sentence.ts';
import { labelOf } from '#display/words/subject.ts';
import { chartQuery, chartsQuery, datasetsQuery } from '#web/http/ask.ts';
import { call } from '#web/http/client.ts';
import { useIsEditor } from '#web/http/me.ts';
import { useLook } from '#web/shell/preferences.ts';
import { usePage } from '#web/ui/page.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { type Answer, useAnswer } from './answers.ts';
import { type Board, BoardContext } from './board.ts';
import { ChartList } from './ChartList.tsx';
import { FieldsPanel } from './FieldsPanel.tsx';
import { useKeys } from './keys.ts';
import { addressOfDataset, addressOfView, useShown } from './location.ts';
import { Picture, suggestedKind } from './Picture.tsx';
import { saveNew, SaveDialog } from './SaveDialog.tsx';
import type { QueryAsk, View } from './view.ts';
import { Wells } from './Wells.tsx';
import style from './Workbench.module.css';

type Props = { dataset: Dataset; view: View; chart: SavedChart | undefined };

/** Fields on the left, the question in its parts above, its picture below. */
export function Workbench({ dataset, view: addressed, chart }: Props) {
  const look = useLook();
  const { view, show } = useView(addressed);
  const [filtered, setFiltered] = useState<string>();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const answer = useAnswer(view.ask, look.zone);
  const saving = useSaving({ dataset, view, chart, answer });
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
      <Heading dataset={dataset} chart={chart} answer={answer} saving={saving} onFields={() => setSheetOpen(true)} />
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
    </BoardContext>
  );
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

type HeadingProps = {
  dataset: Dataset;
  chart: SavedChart | undefined;
  answer: Answer;
  saving: Saving;
  onFields: () => void;
};

function Heading({ dataset, chart, answer, saving, onFields }: HeadingProps) {
  const { t } = useTranslation();
  const { language } = useLook();
  const navigate = useNavigate();
  const isEditor = useIsEditor();
  const { data: datasets = [] } = useQuery({ ...datasetsQuery, throwOnError: false });
  const heading = usePage(chart?.name ?? t('explore.of', { name: labelOf(dataset, language) }));
  const offered = datasets.some(({ id }) => id === dataset.id) ? datasets : [dataset, ...datasets];
  return (
    <div className={style['heading']}>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {chart?.name ?? t('explore.title')}
      </h1>
      <div className={style['dataset']}>
        <PlainSelect
          label={t('explore.dataset')}
          value={dataset.id}
          options={offered.map((each) => ({ value: each.id, text: labelOf(each, language) }))}
          onChange={(id) => void navigate(addressOfDataset(id))}
        />
      </div>
      <div className={style['actions']}>
        <Button className={style['fields'] ?? ''} icon={<MenuOutlined aria-hidden />} onClick={onFields}>
          {t('explore.fields')}
        </Button>
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('explore.refresh')}
          title={t('explore.refresh')}
          onClick={() => answer.again()}
        />
        <SavedCharts />
        {isEditor && (
          <Button type="primary" icon={<SaveOutlined aria-hidden />} disabled={!answer.answered} onClick={saving.start}>
            {t(chart ? 'common.save' : 'explore.saveAs')}
          </Button>
        )}
        {isEditor && chart && <Button onClick={saving.startNew}>{t('explore.saveNew')}</Button>}
      </div>
    </div>
  );
}

function SavedCharts() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { data: charts = [] } = useQuery({ ...chartsQuery, throwOnError: false });
  return (
    <>
      <Button
        icon={<FolderOpenOutlined aria-hidden />}
        aria-label={t('explore.charts')}
        title={t('explore.charts')}
        onClick={() => setOpen(true)}
      />
      <Drawer open={isOpen} size={720} title={t('explore.charts')} onClose={() => setOpen(false)}>
        <ChartList charts={charts} onOpen={() => setOpen(false)} />
      </Drawer>
    </>
  );
}

type Saving = { start: () => void; startNew: () => void; dialog: ReactNode };

/** Keeps the chart: under its name if it has one, else under a new one. */
function useSaving({ dataset, view, chart, answer }: Props & { answer: Answer }): Saving {
  const { t } = useTranslation();
  const look = useLook();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isEditor = useIsEditor();
  const [isNaming, setNaming] = useState(false);
  const { answered } = answer;
  const drawn = (): Chart => {
    const frame = frameOf({ ...answered!, subject: dataset, look });
    const kind = view.kind === 'auto' ? suggestedKind(view.ask, frame) : view.kind;
    return { ask: view.ask, drawing: { kind, options: view.options } };
  };
  const update = useMutation({
    mutationFn: (id: string) => call('PATCH /charts/:id', { id, chart: drawn() }),
    onSuccess: (saved) => {
      queries.setQueryData(chartQuery(saved.id).queryKey, saved);
      void queries.invalidateQueries({ queryKey: chartsQuery.queryKey });
      void toast('success', t('common.saved'));
    },
    onError: toastProblem,
  });
  const canSave = isEditor && answered !== undefined;
  return {
    start: () => canSave && (chart ? update.mutate(chart.id) : setNaming(true)),
    startNew: () => canSave && setNaming(true),
    dialog: isNaming && (
      <SaveDialog
        title={t('explore.saveAs')}
        proposed={titleOf(dataset, view.ask, look.language)}
        save={(name) => saveNew(drawn())(name)}
        onClose={() => setNaming(false)}
        onSaved={(saved) => {
          setNaming(false);
          void toast('success', t('common.saved'));
          void navigate(addressOfView(view, saved.id));
        }}
      />
    ),
  };
}
