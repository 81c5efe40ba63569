import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import type { Aggregate, Measure } from '#domain/query/query.ts';
import { aggregateNames, measureLabel } from '#display/words/measure.ts';
import { columnOf, useQueryBuilder } from './query-builder.ts';
import { Choices } from './Choices.tsx';
import { changeMeasure, isBroken, movePart, removeMeasure } from './query-edits.ts';
import { FieldIcon, startDrag } from './fields.tsx';
import { FormulaField } from './FormulaField.tsx';
import { Pill } from './Pill.tsx';
import pop from './Pop.module.css';

const shows = ['value', 'running', 'share'] as const;

/** A measure of the query: aggregate and display. */
export function MeasurePill({ measure, index }: { measure: Measure; index: number }) {
  const { spec, dataset, look, change } = useQueryBuilder();
  const { formula } = measure;
  const column = 'column' in formula ? columnOf(dataset, formula.column) : undefined;
  return (
    <Pill
      text={measureLabel(dataset, measure, look.language)}
      icon={<FieldIcon type={column?.type ?? (formula.kind === 'count' ? 'integer' : 'metric')} />}
      isBroken={isBroken(
        {
          ...spec,
          measures: [measure],
          dimensions: [],
          filters: [],
          order: [],
          top: { kind: 'every' },
          totals: [],
          period: { kind: 'all' },
        },
        dataset,
      )}
      onRemove={
        spec.measures.length > 1 || formula.kind !== 'count' ? () => change(removeMeasure(spec, measure.id)) : undefined
      }
      onDragStart={(event) => startDrag(event, { kind: 'part', part: 'measures', index })}
      onMove={(step) => change(movePart(spec, 'measures', index, index + step))}
      renderPanel={(close) => <MeasureOptions measure={measure} onDone={close} />}
    />
  );
}

function MeasureOptions({ measure, onDone }: { measure: Measure; onDone: () => void }) {
  const { t } = useTranslation();
  const { spec, dataset, change } = useQueryBuilder();
  const { formula } = measure;
  const set = (changed: Partial<Measure>) => {
    change(changeMeasure(spec, { ...measure, ...changed }));
    onDone();
  };
  return (
    <>
      {'column' in formula && <Aggregates measure={measure} formula={formula} onDone={onDone} />}
      {'left' in formula && (
        <FormulaField dataset={dataset} formula={formula} onChange={(next) => set({ formula: next })} />
      )}
      <h3>{t('explore.showAs')}</h3>
      <Choices
        label={t('explore.showAs')}
        choices={shows.map((show) => ({ value: show, text: t(`explore.shows.${show}`) }))}
        isChosen={(show) => measure.show === show}
        onChoose={(show) => set({ show })}
      />
      {!('column' in formula) && formula.kind === 'metric' && <small>{t('explore.metricNote')}</small>}
    </>
  );
}

type EditableAggregate = Extract<Aggregate, { column: string }>;

/** A boolean has no minimum; its average is the share of true. */
function aggregatesOf(column: DatasetColumn | undefined): EditableAggregate['kind'][] {
  if (column && isNumeric(column)) return ['sum', 'average', 'median', 'min', 'max', 'percentile', 'distinct'];
  return column?.type === 'boolean' ? ['average', 'distinct'] : ['distinct', 'min', 'max'];
}

function Aggregates({
  measure,
  formula,
  onDone,
}: {
  measure: Measure;
  formula: EditableAggregate;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const { spec, dataset, look, change } = useQueryBuilder();
  const column = columnOf(dataset, formula.column);
  const kinds = aggregatesOf(column);
  const set = (next: EditableAggregate) => change(changeMeasure(spec, { ...measure, formula: next }));
  return (
    <>
      <h3>{t('explore.aggregate')}</h3>
      <Choices
        label={t('explore.aggregate')}
        choices={kinds.map((kind) => ({ value: kind, text: aggregateNames[look.language][kind] }))}
        isChosen={(kind) => formula.kind === kind}
        onChoose={(kind) => {
          set(
            kind === 'percentile' ? { kind, column: formula.column, fraction: 0.95 } : { kind, column: formula.column },
          );
          if (kind !== 'percentile') onDone();
        }}
      />
      {formula.kind === 'percentile' && (
        <label className={pop['row']}>
          {t('explore.percentile')}
          <InputNumber
            size="small"
            min={0}
            max={100}
            value={Number((formula.fraction * 100).toFixed(4))}
            onChange={(percent) => percent !== null && set({ ...formula, fraction: percent / 100 })}
          />
        </label>
      )}
    </>
  );
}
