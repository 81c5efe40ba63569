import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import { isNumeric } from '#domain/query/column-types.ts';
import type { Dimension } from '#domain/query/query.ts';
import { dimensionLabel } from '#display/words/measure.ts';
import { datePartLabel, grainChoice } from '#display/words/grain.ts';
import { capitalize } from '#display/words/subject.ts';
import { columnOf, useQueryBuilder } from './query-builder.ts';
import { Choices } from './Choices.tsx';
import { changeDimension, movePart, removeDimension } from './query-edits.ts';
import { FieldIcon, startDrag } from './fields.tsx';
import { grainsFor, partsFor } from './grains.ts';
import { Pill } from './Pill.tsx';
import pop from './Pop.module.css';

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

/** A dimension of the query, with its grain or bins. */
export function DimensionPill({ dimension, index }: { dimension: Dimension; index: number }) {
  const { spec, dataset, look, change } = useQueryBuilder();
  const column = columnOf(dataset, dimension.column);
  return (
    <Pill
      text={dimensionLabel(dataset, dimension, look.language)}
      icon={column && <FieldIcon type={column.type} />}
      isBroken={!column}
      onRemove={() => change(removeDimension(spec, dimension.id))}
      onDragStart={(event) => startDrag(event, { kind: 'part', part: 'dimensions', index })}
      onMove={(step) => change(movePart(spec, 'dimensions', index, index + step))}
      renderPanel={(close) => <DimensionOptions dimension={dimension} onDone={close} />}
    />
  );
}

function DimensionOptions({ dimension, onDone }: { dimension: Dimension; onDone: () => void }) {
  const { t } = useTranslation();
  const { spec, dataset, look, change } = useQueryBuilder();
  const column = columnOf(dataset, dimension.column);
  const set = (changed: Dimension) => {
    change(changeDimension(spec, changed));
    onDone();
  };
  const base = { id: dimension.id, column: dimension.column };
  if (!column) return <p>{t('explore.columnGone')}</p>;
  if (column.type === 'time' || column.type === 'date') {
    const grains = grainsFor(column.type, look.weekStart);
    const others = [{ unit: 'iso_week' } as const, { unit: 'fiscal_year', start: 4 } as const];
    return (
      <>
        <h3>{t('explore.grain')}</h3>
        <Choices
          label={t('explore.grain')}
          choices={[...grains, ...others].map((grain) => ({
            value: grain,
            text: capitalize(grainChoice(grain, look.language)),
          }))}
          isChosen={(grain) => dimension.kind === 'time' && isSame(grain, dimension.grain)}
          onChoose={(grain) => set({ ...base, kind: 'time', grain })}
        />
        <h3>{t('explore.patterns')}</h3>
        <Choices
          label={t('explore.patterns')}
          choices={partsFor(column.type).map((part) => ({
            value: part,
            text: capitalize(datePartLabel(part, look.language)),
          }))}
          isChosen={(part) => dimension.kind === 'date_part' && dimension.part === part}
          onChoose={(part) => set({ ...base, kind: 'date_part', part })}
        />
        {dimension.kind === 'time' && dimension.grain.unit === 'fiscal_year' && (
          <label className={pop['row']}>
            {t('explore.fiscalStart')}
            <InputNumber
              size="small"
              min={1}
              max={12}
              value={dimension.grain.start}
              onChange={(start) =>
                start && change(changeDimension(spec, { ...base, kind: 'time', grain: { unit: 'fiscal_year', start } }))
              }
            />
          </label>
        )}
      </>
    );
  }
  if (!isNumeric(column)) return <p>{t('explore.everyValue')}</p>;
  return (
    <>
      <h3>{t('explore.bins')}</h3>
      <Choices<Dimension>
        label={t('explore.bins')}
        choices={[
          { value: { ...base, kind: 'value' }, text: t('explore.eachValue') },
          ...[10, 20, 50].map((count) => ({
            value: { ...base, kind: 'bins', count } as const,
            text: t('explore.binCount', { count }),
          })),
        ]}
        isChosen={(value) => isSame(value, dimension)}
        onChoose={set}
      />
      <label className={pop['row']}>
        {t('explore.binWidth')}
        <InputNumber
          size="small"
          min={0.000001}
          value={dimension.kind === 'width' ? dimension.width : null}
          onPressEnter={onDone}
          onChange={(width) => width && change(changeDimension(spec, { ...base, kind: 'width', width }))}
        />
      </label>
    </>
  );
}
