import Modal from 'antd/es/modal';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useReturnFocus } from '#web/ui/dialog.ts';
import { AddField } from './AddField.tsx';
import { columnOf, useBoard } from './board.ts';
import { type ColumnCondition, conditionOf, filterOf, opsFor } from './conditions.ts';
import { DimensionPill } from './DimensionPill.tsx';
import { addFilter, addMeasure } from './edit.ts';
import type { Dragged } from './fields.tsx';
import { droppedOf, isDragged } from './fields.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import { FilterPill } from './FilterPill.tsx';
import { FormulaField } from './FormulaField.tsx';
import { MeasurePill } from './MeasurePill.tsx';
import { OrderPill } from './OrderPill.tsx';
import { ComparePill, PeriodPill } from './PeriodPill.tsx';
import { RankPill } from './RankPill.tsx';
import { uniqueKeys } from './unique.ts';
import { addField, dropInto } from './use.ts';
import style from './Wells.module.css';

type Props = { filtered: string | undefined; onFilter: (column: string | undefined) => void };

/** The question in its parts: what is shown, by what, of which rows, of which time, and how much of it. */
export function Wells({ filtered, onFilter }: Props) {
  const { t } = useTranslation();
  const { ask, dataset, look, change } = useBoard();
  const [isWriting, setWriting] = useState(false);
  const keys = uniqueKeys(ask.filters.map((filter) => JSON.stringify(filter)));
  const context = { dataset, weekStart: look.weekStart };
  const drop = (place: 'dimensions' | 'measures') => (dragged: Dragged) =>
    change(dropInto(context, ask, dragged, place));
  return (
    <div className={style['wells']}>
      <Well label={t('explore.show')} onDrop={drop('measures')}>
        {ask.measures.map((measure, index) => (
          <MeasurePill key={measure.id} measure={measure} index={index} />
        ))}
        <AddField
          label={t('explore.addMeasure')}
          onAdd={(field) => change(addField(context, ask, field, 'measures'))}
          onFormula={() => setWriting(true)}
        />
      </Well>
      <Well label={t('explore.by')} onDrop={drop('dimensions')}>
        {ask.dimensions.map((dimension, index) => (
          <DimensionPill key={dimension.id} dimension={dimension} index={index} />
        ))}
        <AddField
          label={t('explore.addDimension')}
          onlyColumns
          onAdd={(field) => change(addField(context, ask, field, 'dimensions'))}
        />
        <RankPill />
        <OrderPill />
      </Well>
      <Well label={t('explore.where')} onDrop={(dragged) => dragged.kind === 'column' && onFilter(dragged.id)}>
        {ask.filters.map((filter, index) => (
          <FilterPill key={keys[index]} filter={filter} index={index} />
        ))}
        <AddField
          label={t('explore.addFilter')}
          onlyColumns
          onAdd={(field) => field.kind === 'column' && onFilter(field.id)}
        />
      </Well>
      <Well label={t('explore.when')}>
        <PeriodPill />
        <ComparePill />
      </Well>
      {filtered && (
        <FilterDialog
          column={filtered}
          onClose={() => onFilter(undefined)}
          onAdd={(conditions) => {
            change(addFilter(ask, filterOf(conditions)));
            onFilter(undefined);
          }}
        />
      )}
      {isWriting && (
        <FormulaDialog
          onClose={() => setWriting(false)}
          onAdd={(formula) => {
            change(addMeasure(ask, formula));
            setWriting(false);
          }}
        />
      )}
    </div>
  );
}

function Well({
  label,
  onDrop,
  children,
}: {
  label: string;
  onDrop?: (dragged: Dragged) => void;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      aria-label={label}
      className={style['well']}
      data-over={isOver}
      onDragOver={(event) => {
        if (!onDrop || !isDragged(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dragged = droppedOf(event);
        if (!dragged || !onDrop) return;
        event.preventDefault();
        onDrop(dragged);
      }}
    >
      <h2>{label}</h2>
      <div className={style['pills']}>{children}</div>
    </section>
  );
}

type DialogProps<T> = { onClose: () => void; onAdd: (added: T) => void };

function FilterDialog({ column, onClose, onAdd }: DialogProps<ColumnCondition[]> & { column: string }) {
  const { t } = useTranslation();
  const { dataset } = useBoard();
  useReturnFocus();
  const found = columnOf(dataset, column);
  if (!found) return null;
  return (
    <Modal open width={400} footer={null} title={t('explore.addFilter')} onCancel={onClose}>
      <FilterEditor
        conditions={[conditionOf(column, opsFor(found)[0]!, found.type)]}
        without={undefined}
        onApply={onAdd}
      />
    </Modal>
  );
}

function FormulaDialog({ onClose, onAdd }: DialogProps<Parameters<typeof addMeasure>[1]>) {
  const { t } = useTranslation();
  const { dataset } = useBoard();
  useReturnFocus();
  return (
    <Modal open width={420} footer={null} title={t('explore.ownFormula')} onCancel={onClose}>
      <FormulaField dataset={dataset} formula={undefined} onChange={onAdd} />
    </Modal>
  );
}
