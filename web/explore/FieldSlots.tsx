import Modal from 'antd/es/modal';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useReturnFocus } from '#web/ui/return-focus.ts';
import { AddField } from './AddField.tsx';
import { columnOf, useQueryBuilder } from './query-builder.ts';
import { type ColumnCondition, conditionOf, filterOf, opsFor } from './conditions.ts';
import { DimensionPill } from './DimensionPill.tsx';
import { addFilter, addMeasure } from './query-edits.ts';
import type { DragPayload } from './fields.tsx';
import { dropPayloadOf, isFieldDrag } from './fields.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import { FilterPill } from './FilterPill.tsx';
import { FormulaField } from './FormulaField.tsx';
import { MeasurePill } from './MeasurePill.tsx';
import { OrderPill } from './OrderPill.tsx';
import { ComparePill, PeriodPill } from './PeriodPill.tsx';
import { RankPill } from './RankPill.tsx';
import { uniqueKeys } from './unique-keys.ts';
import { addField, dropInto } from './field-edits.ts';
import style from './FieldSlots.module.css';

type FieldSlotsProps = { filteredColumn: string | undefined; onFilter: (column: string | undefined) => void };

/** The parts of the query: measures, dimensions, filters and time range. */
export function FieldSlots({ filteredColumn, onFilter }: FieldSlotsProps) {
  const { t } = useTranslation();
  const { spec, dataset, look, change } = useQueryBuilder();
  const [isWriting, setWriting] = useState(false);
  const keys = uniqueKeys(spec.filters.map((filter) => JSON.stringify(filter)));
  const context = { dataset, weekStart: look.weekStart };
  const drop = (slot: 'dimensions' | 'measures') => (dragged: DragPayload) =>
    change(dropInto(context, spec, dragged, slot));
  return (
    <div className={style['wells']}>
      <FieldSlot label={t('explore.show')} onDrop={drop('measures')}>
        {spec.measures.map((measure, index) => (
          <MeasurePill key={measure.id} measure={measure} index={index} />
        ))}
        <AddField
          label={t('explore.addMeasure')}
          onAdd={(field) => change(addField(context, spec, field, 'measures'))}
          onFormula={() => setWriting(true)}
        />
      </FieldSlot>
      <FieldSlot label={t('explore.by')} onDrop={drop('dimensions')}>
        {spec.dimensions.map((dimension, index) => (
          <DimensionPill key={dimension.id} dimension={dimension} index={index} />
        ))}
        <AddField
          label={t('explore.addDimension')}
          onlyColumns
          onAdd={(field) => change(addField(context, spec, field, 'dimensions'))}
        />
        <RankPill />
        <OrderPill />
      </FieldSlot>
      <FieldSlot label={t('explore.where')} onDrop={(dragged) => dragged.kind === 'column' && onFilter(dragged.id)}>
        {spec.filters.map((filter, index) => (
          <FilterPill key={keys[index]} filter={filter} index={index} />
        ))}
        <AddField
          label={t('explore.addFilter')}
          onlyColumns
          onAdd={(field) => field.kind === 'column' && onFilter(field.id)}
        />
      </FieldSlot>
      <FieldSlot label={t('explore.when')}>
        <PeriodPill />
        <ComparePill />
      </FieldSlot>
      {filteredColumn && (
        <FilterDialog
          column={filteredColumn}
          onClose={() => onFilter(undefined)}
          onAdd={(conditions) => {
            change(addFilter(spec, filterOf(conditions)));
            onFilter(undefined);
          }}
        />
      )}
      {isWriting && (
        <FormulaDialog
          onClose={() => setWriting(false)}
          onAdd={(formula) => {
            change(addMeasure(spec, formula));
            setWriting(false);
          }}
        />
      )}
    </div>
  );
}

function FieldSlot({
  label,
  onDrop,
  children,
}: {
  label: string;
  onDrop?: (dragged: DragPayload) => void;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      aria-label={label}
      className={style['well']}
      data-over={isOver}
      onDragOver={(event) => {
        if (!onDrop || !isFieldDrag(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dragged = dropPayloadOf(event);
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

type AddDialogProps<T> = { onClose: () => void; onAdd: (added: T) => void };

function FilterDialog({ column, onClose, onAdd }: AddDialogProps<ColumnCondition[]> & { column: string }) {
  const { t } = useTranslation();
  const { dataset } = useQueryBuilder();
  useReturnFocus();
  const match = columnOf(dataset, column);
  if (!match) return null;
  return (
    <Modal open width={400} footer={null} title={t('explore.addFilter')} onCancel={onClose}>
      <FilterEditor
        conditions={[conditionOf(column, opsFor(match)[0]!, match.type)]}
        excludedFilter={undefined}
        onApply={onAdd}
      />
    </Modal>
  );
}

function FormulaDialog({ onClose, onAdd }: AddDialogProps<Parameters<typeof addMeasure>[1]>) {
  const { t } = useTranslation();
  const { dataset } = useQueryBuilder();
  useReturnFocus();
  return (
    <Modal open width={420} footer={null} title={t('explore.ownFormula')} onCancel={onClose}>
      <FormulaField dataset={dataset} formula={undefined} onChange={onAdd} />
    </Modal>
  );
}
