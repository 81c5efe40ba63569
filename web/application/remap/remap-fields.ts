import { proposeMapping } from '#domain/columns/propose-mapping.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import type { ColumnType } from '#domain/query/query.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { Dependent } from '#contract/datasets/uses.ts';

/** Ids of replacements by id; an empty string means that the proposal was declined. */
export type RemapFields = { columns: Record<string, string>; metrics: Record<string, string> };

/** A used column or metric. The type of one that no longer exists is unknown. */
export type RemapField = {
  kind: keyof RemapFields;
  id: string;
  name: string;
  label: LocalizedText;
  type: ColumnType | null;
  uses: number;
};

const noLabel = { en_US: '', zh_CN: '' };

/** The columns and metrics that something uses, or the given column alone; missing ones come first. */
export function fieldsOf(dataset: Dataset, uses: Dependent[], column: string | undefined): RemapField[] {
  const countOf = (kind: keyof RemapFields, id: string) => uses.filter((use) => use[kind].includes(id)).length;
  const existing: RemapField[] = [
    ...dataset.columns.map((each) => ({ ...each, kind: 'columns' as const, uses: countOf('columns', each.id) })),
    ...dataset.metrics.map((each) => ({
      ...each,
      kind: 'metrics' as const,
      type: 'number' as const,
      uses: countOf('metrics', each.id),
    })),
  ];
  const ids = new Set(existing.map(({ id }) => id));
  const missing = [...new Set(uses.flatMap((use) => use.columns))].filter((id) => !ids.has(id));
  const gone = missing.map((id): RemapField => ({
    kind: 'columns',
    id,
    name: id,
    label: noLabel,
    type: null,
    uses: countOf('columns', id),
  }));
  const all = [...gone, ...existing];
  return column === undefined ? all.filter((field) => field.uses > 0) : all.filter(({ id }) => id === column);
}

/** The columns or metrics of the target that can replace a field. */
export const candidatesOf = ({ kind, id }: RemapField, target: Dataset) =>
  (kind === 'columns' ? target.columns : target.metrics).filter((each) => each.id !== id);

/** Replacements proposed by equal and similar names, overridden by the choices of the user. */
export function proposalOf(fields: RemapField[], target: Dataset, chosen: RemapFields): RemapFields {
  const typed = (kind: keyof RemapFields) =>
    fields.flatMap((field) => (field.kind === kind && field.type ? [{ ...field, type: field.type }] : []));
  const metrics = target.metrics.map((metric) => ({ ...metric, type: 'number' as const }));
  return {
    columns: { ...proposeMapping(typed('columns'), target.columns), ...chosen.columns },
    metrics: { ...proposeMapping(typed('metrics'), metrics), ...chosen.metrics },
  };
}

const withoutDeclined = (ids: Record<string, string>) =>
  Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== ''));

export const chosenFieldsOf = ({ columns, metrics }: RemapFields): RemapFields => ({
  columns: withoutDeclined(columns),
  metrics: withoutDeclined(metrics),
});
