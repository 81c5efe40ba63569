import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { ColumnLabelsSummary } from '#contract/value-labels/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { canHaveLabels } from '#domain/query/value-labels.ts';

type LabelsCellProps = {
  column: DatasetColumn;
  summary: ColumnLabelsSummary | undefined;
  /** Absent for people who may not edit the dataset. */
  onEdit?: (() => void) | undefined;
};

/** How many values of a column have labels, and a way to edit them. */
export function LabelsCell({ column, summary, onEdit }: LabelsCellProps) {
  const { t } = useTranslation();
  const isOff = column.role === 'measure' || column.calculation?.isBroken;
  if (!canHaveLabels(column.type) || isOff) return '-';
  const values = summary?.values ?? undefined;
  const count = values === undefined ? undefined : t('valueLabels.count', { count: values });
  if (!onEdit) return count ?? '-';
  return (
    <Button
      type="link"
      size="small"
      style={{ paddingInline: 0 }}
      aria-label={t('valueLabels.title', { name: column.name })}
      onClick={onEdit}
    >
      {count ?? t('valueLabels.add')}
    </Button>
  );
}
