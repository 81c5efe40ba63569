import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart, Drawing } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { ChartCard } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import { refusalOf } from '#display/charts/refusal.ts';
import type { Frame } from '#display/frame.ts';
import { titleOf } from '#display/words/sentence.ts';
import { labelOf } from '#display/words/subject.ts';
import { QueryBuilderContext } from '#web/explore/query-builder.ts';
import { KindPicker } from '#web/explore/KindPicker.tsx';
import { OptionsPanel } from '#web/explore/OptionsPanel.tsx';
import { withOrder } from '#web/explore/order.ts';
import { suggestedKind } from '#web/explore/ResultChart.tsx';
import { withTotals } from '#web/explore/totals.ts';
import { FieldSlots } from '#web/explore/FieldSlots.tsx';
import { useCardResult } from '#web/viewer/card-result.ts';
import { queriedDatasetQuery } from '#web/http/datasets.ts';
import { useLook } from '#web/shell/preferences.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useAnswerInEditor, useIsStaleInEditor } from './answers-context.ts';
import { LinkField, PathFields, TimeField } from './CardFields.tsx';
import { useChartCard } from './chart-card.ts';
import style from './Panel.module.css';
import { TextsField } from './TextsField.tsx';

// The SQL editor is heavy, and few cards use it.
const SqlFields = lazy(() => import('./SqlFields.tsx').then((module) => ({ default: module.SqlFields })));

/** Chart editor: query, drawing and dashboard behaviour of a card. */
export function ChartPanel({ card }: { card: ChartCard }) {
  const { ask: spec } = card.chart;
  return spec.kind === 'query' ? <DatasetChartFields card={card} spec={spec} /> : <SqlChartFields card={card} />;
}

function SqlChartFields({ card }: { card: ChartCard }) {
  const { set } = useChartCard(card);
  return (
    <>
      <Title card={card} proposed="" />
      <Suspense>
        <SqlFields card={card} />
      </Suspense>
      <DrawingFields
        card={card}
        suggest={() => 'table'}
        onDraw={(drawing) => set({ chart: { ...card.chart, drawing } })}
      />
      <LinkField card={card} />
    </>
  );
}

function DatasetChartFields({ card, spec }: { card: ChartCard; spec: BuiltQuerySpec }) {
  const { t } = useTranslation();
  const look = useLook();
  const { data: dataset, error } = useQuery({ ...queriedDatasetQuery(spec.dataset), throwOnError: false });
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
      <Title card={card} proposed={titleOf(dataset, spec, look.language)} />
      <p className={style['note']} dir="auto">
        {t('dashboard.edit.asks', { name: labelOf(dataset, look.language) })}
      </p>
      <QueryFields card={card} spec={spec} dataset={dataset} />
      <TimeField card={card} />
      <PathFields card={card} spec={spec} dataset={dataset} />
      <LinkField card={card} />
    </>
  );
}

/** The chart with the totals and the order that its drawing needs. */
const chartOf = (spec: BuiltQuerySpec, drawing: Drawing, dataset: Dataset): Chart => ({
  ask: withOrder(withTotals({ ask: spec, ...drawing }), dataset),
  drawing,
});

function QueryFields({ card, spec, dataset }: { card: ChartCard; spec: BuiltQuerySpec; dataset: Dataset }) {
  const look = useLook();
  const [filteredColumn, setFilteredColumn] = useState<string>();
  const { set, amend } = useChartCard(card);
  const { drawing } = card.chart;
  // After the query changes, the suggested chart kind is followed until the member chooses one.
  const [isFollowing, setFollowing] = useState(false);
  const context = useMemo(
    () => ({
      spec,
      dataset,
      look,
      change: (next: BuiltQuerySpec) => {
        setFollowing(true);
        set({ chart: chartOf(next, drawing, dataset) });
      },
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [spec, dataset, look, drawing],
  );
  const draw = (next: Drawing) => set({ chart: chartOf(spec, next, dataset) });
  return (
    <QueryBuilderContext value={context}>
      <FieldSlots filteredColumn={filteredColumn} onFilter={setFilteredColumn} />
      <DrawingFields
        card={card}
        suggest={(frame) => suggestedKind(spec, frame)}
        onDraw={(next) => {
          setFollowing(false);
          draw(next);
        }}
        onSuggested={(kind, frame) => {
          const isUnfit = refusalOf(drawing.kind, frame, look.language) !== null;
          if (isFollowing || isUnfit) amend({ chart: chartOf(spec, { ...drawing, kind }, dataset) });
        }}
      />
    </QueryBuilderContext>
  );
}

type DrawingFieldsProps = {
  card: ChartCard;
  suggest: (frame: Frame) => ChartKind;
  onDraw: (drawing: Drawing) => void;
  /** Called when a new result suits another chart kind. */
  onSuggested?: (kind: ChartKind, frame: Frame) => void;
};

/** Chart kind and options; both need a result. */
function DrawingFields({ card, suggest, onDraw, onSuggested }: DrawingFieldsProps) {
  const { t } = useTranslation();
  const { drawing } = card.chart;
  const answer = useAnswerInEditor(card.id);
  const lastAnswer = useCardResult(card, answer);
  const isOld = useIsStaleInEditor(card.id);
  const frame = isOld ? undefined : lastAnswer?.frame;
  const suggested = frame && suggest(frame);
  useEffect(() => {
    if (frame && suggested && suggested !== drawing.kind) onSuggested?.(suggested, frame);
    // Only a new result can change the suggestion.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [frame]);
  return (
    <section>
      <h3>{t('dashboard.edit.drawing')}</h3>
      {lastAnswer ? (
        <div className={style['row']}>
          <KindPicker
            frame={lastAnswer.frame}
            kind={drawing.kind}
            suggested={suggest(lastAnswer.frame)}
            isChosen
            onChoose={(kind) => onDraw({ ...drawing, kind: kind === 'auto' ? suggest(lastAnswer.frame) : kind })}
          />
          <OptionsPanel
            kind={drawing.kind}
            frame={lastAnswer.frame}
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
