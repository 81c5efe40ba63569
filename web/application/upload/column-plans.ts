import { widenedType } from '#domain/query/column-types.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { type DatasetColumn, storedColumnsIn } from '#domain/columns/column.ts';
import { type EmptyRules, emptyRulesOf } from '#domain/cells/empty-cells.ts';
import type {
  DetectedColumn,
  DetectedTable,
  ImportColumn,
  Marker,
  ColumnMatch,
  PlannedImportInput,
} from '#contract/imports/routes.ts';
import type { ColumnType } from '#domain/query/query.ts';

/** The dataset of a table: a new or an existing one. */
export type ImportTarget = { kind: 'new'; name: string } | { kind: 'existing'; id: string; mode: 'append' | 'replace' };

/** The user's changes to a table of a file; anything missing is as proposed. */
export type TableEdit = {
  chosen?: boolean;
  target?: ImportTarget;
  /** Changes to the columns, by their index in the file. */
  columns?: Record<number, Partial<DetectedColumn> & { isIncluded?: boolean; empty?: EmptyRules }>;
  /** The dataset column for a file column, by index; null is a new one. */
  into?: Record<number, string | null>;
};

/** A column of the file and its target. */
export type UploadColumnPlan = Omit<DetectedColumn, 'doubtful'> & {
  source: number;
  isIncluded: boolean;
  /** The dataset column that takes its values. */
  id: string | undefined;
  matchKind: ColumnMatchKind;
  /** The share of its values that are also in the dataset column. */
  overlap: number;
  /** Texts that may mean an empty cell, and whether they do. */
  markers: Marker[];
  /** The current type of the dataset column, if it changes. */
  typeBefore: ColumnType | undefined;
};

/** How a file column relates to the dataset. */
export type ColumnMatchKind = 'same' | 'moved' | 'renamed' | 'values' | 'new' | 'chosen';

/** Whether a table is loaded by default. */
export const isProposed = (table: DetectedTable): boolean => table.columns.length > 0;

/** The columns of a table for a new dataset. */
export function newColumnsOf(table: DetectedTable, edit: TableEdit): UploadColumnPlan[] {
  return table.columns.map(({ doubtful: _, ...detected }, source) => {
    const { doubtful: _unused, isIncluded: included = true, empty, ...changes } = edit.columns?.[source] ?? {};
    const markers = markersOf(table, source, empty);
    return {
      ...detected,
      ...changes,
      ...impliedChanges(detected, changes),
      source,
      isIncluded: included,
      id: undefined,
      matchKind: 'new',
      overlap: 0,
      markers,
      typeBefore: undefined,
    };
  });
}

/** Format and role depend on the type: years read as numbers are not dates. */
function impliedChanges(detected: Omit<DetectedColumn, 'doubtful'>, { type, role, format }: Partial<DetectedColumn>) {
  if (type === undefined || type === detected.type) return {};
  const isTime = type === 'date' || type === 'time';
  const defaultRole = isTime ? ('time' as const) : detected.role === 'time' ? ('dimension' as const) : detected.role;
  return { role: role ?? defaultRole, format: format ?? ('plain' as const) };
}

/** The empty-cell markers of a column, with the user's rules applied. */
const markersOf = ({ markers }: DetectedTable, source: number, rules: EmptyRules = {}): Marker[] =>
  (markers[source] ?? []).map((marker) => ({ ...marker, isEmpty: rules[marker.text] ?? marker.isEmpty }));

/** The columns of a table for an existing dataset. */
export function matchedColumnsOf(
  table: DetectedTable,
  edit: TableEdit,
  { dataset, matches }: DatasetMatch,
): UploadColumnPlan[] {
  return newColumnsOf(table, edit).map((column) => {
    const match = matches.find((each) => each.source === column.source);
    const chosen = edit.into?.[column.source];
    const id = chosen === undefined ? (match?.id ?? undefined) : (chosen ?? undefined);
    const target = dataset.columns.find((each) => each.id === id);
    if (!target) return column;
    const { name, role, format, unit } = target;
    const type = edit.columns?.[column.source]?.type ?? widenedType(target.type, table.columns[column.source]!.type);
    return {
      ...column,
      name,
      type,
      role,
      format,
      unit,
      id: target.id,
      matchKind: chosen === undefined ? matchKindOf(match) : 'chosen',
      overlap: chosen === undefined ? (match?.overlap ?? 0) : 0,
      markers: markersOf(table, column.source, {
        ...dataset.emptyRules[target.id],
        ...edit.columns?.[column.source]?.empty,
      }),
      typeBefore: type === target.type ? undefined : target.type,
    };
  });
}

export type DatasetMatch = { dataset: Dataset; matches: ColumnMatch[] };

function matchKindOf(match: ColumnMatch | undefined): ColumnMatchKind {
  if (!match || match.by === 'none') return 'new';
  if (match.by === 'values') return 'values';
  if (match.by === 'closeness') return 'renamed';
  return match.moved ? 'moved' : 'same';
}

/** The dataset columns that the file has no values for. */
export function missingOf(dataset: Dataset, columns: UploadColumnPlan[]): DatasetColumn[] {
  const targetIds = new Set(columns.filter((column) => column.isIncluded).map((column) => column.id));
  return storedColumnsIn(dataset.columns).filter((column) => !targetIds.has(column.id));
}

/** The name of a column whose name or target is used twice. */
export function duplicateOf(columns: UploadColumnPlan[]): string | undefined {
  const usedKeys = new Set<string>();
  for (const { isIncluded, id, name } of columns) {
    const key = id ?? name.trim().toLowerCase();
    if (isIncluded && usedKeys.has(key)) return name;
    if (isIncluded) usedKeys.add(key);
  }
  return undefined;
}

const importColumnOf = ({ source, id, name, type, role, format, unit, markers }: UploadColumnPlan): ImportColumn => ({
  source,
  ...(id && { id }),
  name,
  type,
  role,
  format,
  unit,
  empty: emptyRulesOf(markers),
});

/** The request body of an import. */
export function importOf(table: number, target: ImportTarget, columns: UploadColumnPlan[]): PlannedImportInput {
  return {
    table,
    dataset: target.kind === 'new' ? { name: target.name } : { id: target.id },
    mode: target.kind === 'new' ? 'append' : target.mode,
    columns: columns.filter((column) => column.isIncluded).map(importColumnOf),
  };
}
