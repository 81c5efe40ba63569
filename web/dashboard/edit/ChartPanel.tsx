import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart, ChartKind, Drawing } from '#contract/chart.ts';
import type { ChartCard } from '#contract/dashboard.ts';
import type { Dataset } from '#contract/datasets.ts';
import type { QueryAsk } from '#contract/query.ts';
import { refusalOf } from '#display/charts/kinds.ts';
import type { Frame } from '#display/frame.ts';
import { titleOf } from '#display/words/sentence.ts';
import { labelOf } from '#display/words/subject.ts';
import { BoardContext } from '#web/dashboard/explore/board.ts';
import { KindPicker } from '#web/dashboard/explore/KindPicker.tsx';
import { OptionsPanel } from '#web/dashboard/explore/OptionsPanel.tsx';
import { withOrder } from '#web/dashboard/explore/order.ts';
import { suggestedKind } from '#web/dashboard/explore/Picture.tsx';
import { withTotals } from '#web/dashboard/explore/totals.ts';
import { Wells } from '#web/dashboard/explore/Wells.tsx';
import { useAnswered } from '#web/dashboard/view/answered.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useLook } from '#web/shell/preferences.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useAnswerOf, useOldOf } from './answers.ts';
import { LinkField, PathFields, TimeField } from './CardFields.tsx';
import { useChartCard } from './chart-card.ts';
import style from './Panel.module.css';
import { TextsField } from './TextsField.tsx';

// The SQL editor is heavy, and most cards are made by clicking.
const SqlFields = lazy(() => import('./SqlFields.tsx').then((module) => ({ default: module.SqlFields })));

/** The chart editor: what is asked, how it is drawn, and how the card behaves on the dashboard. */
export function ChartPanel({ card }: { card: ChartCard }) {
  const { ask } = card.chart;
  return ask.kind === 'query' ? <OfDataset card={card} ask={ask} /> : <OfSql card={card} />;
}

function OfSql({ card }: { card: ChartCard }) {
  const { set } = useChartCard(card);
  return (
    <>
      <Title card={card} proposed="" />
      <Suspense>
        <SqlFields card={card} />
      </Suspense>
      <Drawn card={card} suggest={() => 'table'} onDraw={(drawing) => set({ chart: { ...card.chart, drawing } })} />
      <LinkField card={card} />
    </>
  );
}

function OfDataset({ card, ask }: { card: ChartCard; ask: QueryAsk }) {
  const { t } = useTranslation();
  const look = useLook();
  const { data: dataset, error } = useQuery({ ...datasetQuery(ask.dataset), throwOnError: false });
  if (error) {
    return (
      <>
        <Title card={card} proposed="" />
        <p role="alert">{sentenceOf(error)}</p>
      </>
    );
  }
  if (!dataset) return null;
  return (
    <>
      <Title card={card} proposed={titleOf(dataset, ask, look.language)} />
      <p className={style['note']} dir="auto">
        {t('dashboard.edit.asks', { name: labelOf(dataset, look.language) })}
      </p>
      <Question card={card} ask={ask} dataset={dataset} />
      <TimeField card={card} />
      <PathFields card={card} ask={ask} dataset={dataset} />
      <LinkField card={card} />
    </>
  );
}

/** What would be asked for a drawing: with the totals that it shows and in the order that its groups have. */
const chartOf = (ask: QueryAsk, drawing: Drawing, dataset: Dataset): Chart => ({
  ask: withOrder(withTotals({ ask, ...drawing }), dataset),
  drawing,
});

function Question({ card, ask, dataset }: { card: ChartCard; ask: QueryAsk; dataset: Dataset }) {
  const look = useLook();
  const [filtered, setFiltered] = useState<string>();
  const { set, amend } = useChartCard(card);
  const { drawing } = card.chart;
  // Who changes the question leaves the picture to the answer, until a kind is chosen.
  const [isFollowing, setFollowing] = useState(false);
  const board = useMemo(
    () => ({
      ask,
      dataset,
      look,
      change: (next: QueryAsk) => {
        setFollowing(true);
        set({ chart: chartOf(next, drawing, dataset) });
      },
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [ask, dataset, look, drawing],
  );
  const draw = (next: Drawing) => set({ chart: chartOf(ask, next, dataset) });
  return (
    <BoardContext value={board}>
      <Wells filtered={filtered} onFilter={setFiltered} />
      <Drawn
        card={card}
        suggest={(frame) => suggestedKind(ask, frame)}
        onDraw={(next) => {
          setFollowing(false);
          draw(next);
        }}
        onSuggested={(kind, frame) => {
          const isUnfit = refusalOf(drawing.kind, frame, look.language) !== null;
          if (isFollowing || isUnfit) amend({ chart: chartOf(ask, { ...drawing, kind }, dataset) });
        }}
      />
    </BoardContext>
  );
}

type DrawnProps = {
  card: ChartCard;
  suggest: (frame: Frame) => ChartKind;
  onDraw: (drawing: Drawing) => void;
  /** Tells of another picture that suits the answer that has just come. */
  onSuggested?: (kind: ChartKind, frame: Frame) => void;
};

/** How the answer is drawn; before there is one nothing can be said of it. */
function Drawn({ card, suggest, onDraw, onSuggested }: DrawnProps) {
  const { t } = useTranslation();
  const { drawing } = card.chart;
  const answer = useAnswerOf(card.id);
  const answered = useAnswered(card, answer);
  const isOld = useOldOf(card.id);
  const frame = isOld ? undefined : answered?.frame;
  const suggested = frame && suggest(frame);
  useEffect(() => {
    if (frame && suggested && suggested !== drawing.kind) onSuggested?.(suggested, frame);
    // Only a new answer can suggest anything new.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [frame]);
  return (
    <section>
      <h3>{t('dashboard.edit.drawing')}</h3>
      {answered ? (
        <div className={style['row']}>
          <KindPicker
            frame={answered.frame}
            kind={drawing.kind}
            suggested={suggest(answered.frame)}
            isChosen
            onChoose={(kind) => onDraw({ ...drawing, kind: kind === 'auto' ? suggest(answered.frame) : kind })}
          />
          <OptionsPanel
            kind={drawing.kind}
            frame={answered.frame}
            options={drawing.options}
            onChange={(options) => onDraw({ ...drawing, options })}
          />
        </div>
      ) : (
        <p className={style['note']}>{answer?.error ? sentenceOf(answer.error) : t('dashboard.edit.noAnswer')}</p>
      )}
    </section>
  );
}

function Title({ card, proposed }: { card: ChartCard; proposed: string }) {
  const { t } = useTranslation();
  const { set } = useChartCard(card);
  return (
    <TextsField
      label={t('dashboard.edit.title')}
      texts={card.title}
      proposed={proposed}
      onChange={(title) => set({ title }, `title ${card.id}`)}
    />
  );
}
